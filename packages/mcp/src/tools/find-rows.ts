import type { Mistake } from "@tablewright/client";
import * as z from "zod";
import { fitAnswer, fitWhole } from "../calls/fit-answer.ts";
import { type Reply, refused } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";
import { row, rowSelection, selection, tableName } from "./inputs.ts";

/** Rows of one answer, where the assistant asks for as many. */
const MOST_ROWS = 1_000;

export const findRowsTool = defineTool({
  name: "find_rows",
  title: "Find rows",
  description:
    "Rows of a table or slice, as the caller may see them. A Selector is an expression like those of spreadsheets that names " +
    'rows: FILTER("Orders", AND([Status] = "Open", [Total] > 100)), or ORDERBY(FILTER("Orders", TRUE), [Total], TRUE) for the ' +
    'largest first. Columns are in square brackets, dates in quotes as "2026-08-31". Without a Selector and keys it is every row. ' +
    "Put values that people typed into params and write [_PARAM].[name] in the Selector.",
  input: z.object({
    table: tableName,
    selector: z.string().optional().describe("An expression that names the rows."),
    keys: z
      .array(row)
      .max(MOST_ROWS)
      .optional()
      .describe("Rows that have only key columns, instead of a Selector."),
    params: z.record(z.string(), z.unknown()).optional().describe("Values of [_PARAM].[name]."),
    columns: z.array(z.string()).min(1).optional().describe("The columns that are needed; all without it."),
    limit: z.number().int().min(1).max(MOST_ROWS).default(50).describe("At most so many rows."),
  }),
  does: "read",
  run: async ({ calls }, { table, limit, selector, keys, params, columns }) => {
    const everything = keys === undefined ? `FILTER("${table.replaceAll('"', '""')}", TRUE)` : undefined;
    const named = selector?.replace(LEADING, "") ?? everything;
    // One row more than is shown, to see whether there are more.
    const first = named === undefined ? undefined : `${BEFORE}${named}, ${limit + 1})`;
    const result = await calls.find(table, rowSelection({ selector: first, keys, params }, columns));
    if (!result.ok) return asWritten(result.errors, (selector?.length ?? 0) - (named?.length ?? 0));
    const { rows, warnings } = result.value;
    const hasMore = rows.length > limit;
    const answer = fitAnswer({ rows: rows.slice(0, limit), warnings });
    const note = hasMore
      ? `There are more rows than these ${limit}: narrow the Selector, or raise the limit.`
      : undefined;
    const notes = [answer.note, note].filter((one) => one !== undefined).join(" ");
    return { ok: true, value: { ...answer, ...(notes === "" ? {} : { note: notes }) } };
  },
});

/** Errors with their places in the Selector as the assistant wrote it. */
function asWritten(errors: readonly Mistake[], cut: number): Reply<never> {
  const shift = cut - BEFORE.length;
  return refused(
    ...errors.map(({ start, end, ...error }) =>
      start === undefined || end === undefined
        ? error
        : { ...error, start: Math.max(0, start + shift), end: Math.max(0, end + shift) },
    ),
  );
}

const BEFORE = "TOP(";

/** A formula may begin with an equals sign. */
const LEADING = /^\s*=?\s*/u;

export const explainFindTool = defineTool({
  name: "explain_find",
  title: "Explain a Find",
  description:
    "How rows would be found: what the database does and what is left to the engine. No row is read. Use it when a Selector is slow.",
  input: z.object({ table: tableName, ...selection }),
  does: "read",
  run: async ({ calls }, { table, ...input }) => {
    const explained = await calls.explain(table, rowSelection(input));
    return explained.ok ? fitWhole(explained.value) : explained;
  },
});
