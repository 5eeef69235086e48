import * as z from "zod";
import { fitAnswer } from "../calls/fit-answer.ts";
import { done, type Reply, refused } from "../calls/reply.ts";
import { NO_VERSION, type RowVersions, versionsOfRows, withVersions } from "../prepared/row-versions.ts";
import { defineTool } from "./define-tool.ts";
import { row, tableName } from "./table-name.ts";

/** Rows of one change: what a person can still look through before it is carried out. */
export const MOST_CHANGED = 200;

export const prepareChange = defineTool({
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
