import type { Cells, TableSchema } from "@tablewright/client";
import * as z from "zod";
import type { RecordCalls } from "../calls/record-calls.ts";
import { done, fitAnswer, type Reply, refused } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";
import { row, tableName } from "./inputs.ts";

/** Rows of one change: what a person can still look through before it is carried out. */
export const MOST_CHANGED = 200;

export const prepareChangeTool = defineTool({
  name: "prepare_change",
  title: "Prepare a change",
  description:
    "Tries a change and keeps nothing: the answer has the rows as they would be, or every error with its row and column, and a " +
    "token. Show people what would change; carry_out with the token does exactly this change, once, within minutes, unless one of its " +
    "rows has changed meanwhile.",
  input: z.object({
    table: tableName,
    action: z
      .string()
      .refine((action) => !/^\s*find\s*$/iu.test(action), { error: "A Find changes nothing: use find_rows." })
      .describe("Add, Edit, Delete, or the name of an action that describe_table says is invocable."),
    rows: z
      .array(row)
      .min(1)
      .max(MOST_CHANGED)
      .describe(
        "Add: cells by column. Edit: the key and the columns to change. Delete and actions: the key.",
      ),
    onDuplicate: z
      .literal("update")
      .optional()
      .describe("For Add: a row whose key exists is edited instead of refused."),
    inputs: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Values that an action asks for by INPUT()."),
  }),
  does: "prepare",
  run: async ({ calls, prepared, caller }, { table, action, rows, onDuplicate, inputs }) => {
    const schema = await calls.schema(table);
    if (!schema.ok) return schema;
    const properties = {
      ...(onDuplicate === undefined ? {} : { OnDuplicate: onDuplicate }),
      ...(inputs === undefined ? {} : { Inputs: inputs }),
    };
    // Before the dry run: what changes between the two is noticed when the change is carried out.
    const isOfNewRows = /^add$/iu.test(action) && onDuplicate === undefined; // stored rows with their keys refuse it
    const versions = isOfNewRows
      ? done(new Map())
      : reasoned(await versionsOfRows(calls, schema.value, rows));
    if (!versions.ok) return versions;
    const change = { table, action, rows, properties };
    const tried = await calls.change({ ...change, properties: { ...properties, DryRun: true } });
    if (!tried.ok) return tried;
    const token = prepared.add(caller, {
      ...change,
      rows: withVersions(rows, tried.value.rows, schema.value, versions.value),
      properties: { ...properties, Version: NO_VERSION },
    });
    if (!token.ok) return token;
    return done({ what: prepared.notice, token: token.value, action, table, ...fitAnswer(tried.value) });
  },
});

/** What is refused to callers who may not find rows, with the reason why they would have to. */
function reasoned(versions: Reply<RowVersions>): Reply<RowVersions> {
  if (versions.ok) return versions;
  const isRight = (code: string) => code === "access/not-allowed";
  return refused(
    ...versions.errors.map((error) => (isRight(error.code) ? { ...error, hint: NEEDS_FIND } : error)),
  );
}

const NEEDS_FIND =
  "A change of stored rows is carried out only while they are as they were when it was tried, so their versions are read by a Find. " +
  "Without that right an Add of new rows can be prepared, and nothing else.";

/** The versions of stored rows by their keys, as the caller sees them. */
type RowVersions = ReadonlyMap<string, unknown>;

/** The versions of the stored rows that the rows of a change name; rows without a whole key name none. */
async function versionsOfRows(
  calls: RecordCalls,
  schema: TableSchema,
  rows: readonly Cells[],
): Promise<Reply<RowVersions>> {
  const keys = rows.map((row) => keyIn(row, schema)).filter((one) => one !== undefined);
  if (keys.length === 0) return done(new Map());
  const stored = await calls.find(schema.name, { keys, properties: { Version: true } });
  if (!stored.ok) return stored;
  return done(new Map(stored.value.rows.map((row) => [keyOf(row, schema), row._Version])));
}

/**
 * The rows of a change with the versions that the stored rows had when it was tried, by the answer to that, which has a row for
 * each. A row that was not there then has none.
 */
function withVersions(
  rows: readonly Cells[],
  tried: readonly Cells[],
  schema: TableSchema,
  versions: RowVersions,
): readonly Cells[] {
  return rows.map((row, at) => {
    const version = versions.get(keyOf(tried[at] ?? {}, schema));
    return version === undefined ? row : { ...row, _Version: version };
  });
}

/** The version of no row: a stored row whose version was not read has another one, and the change is refused. */
const NO_VERSION = "none";

/** A key as the wire `typed` answers it. */
function keyOf(row: Cells, { key }: TableSchema): string {
  return JSON.stringify(key.map((name) => row[name]));
}

/** The cells of the key, whatever the case of their names; undefined when one is missing. */
function keyIn(row: Cells, { key }: TableSchema): Cells | undefined {
  const parts = key.length > 1 && cellOf(row, COMPUTED) !== undefined ? [COMPUTED] : key;
  const cells = parts.map((name) => [name, cellOf(row, name)] as const);
  const isWhole = cells.every(([, cell]) => cell !== undefined && cell !== null && cell !== "");
  return isWhole ? Object.fromEntries(cells) : undefined;
}

function cellOf(row: Cells, name: string): unknown {
  const exact = row[name];
  if (exact !== undefined) return exact;
  return Object.entries(row).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

const COMPUTED = "_ComputedKey";
