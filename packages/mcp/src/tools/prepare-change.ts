import type { Cells, TableSchema } from "@tablewright/client";
import * as z from "zod";
import { fitAnswers } from "../calls/fit-answer.ts";
import type { Change, RecordCalls } from "../calls/record-calls.ts";
import { done, type Reply, refused } from "../calls/reply.ts";
import { defineTool, type ToolContext } from "./define-tool.ts";
import { row, tableName } from "./inputs.ts";

/** Rows of what is prepared at once: what a person can still look through before it is carried out. */
const MOST_CHANGED = 200;

const change = z.object({
  table: tableName,
  action: z
    .string()
    .refine((action) => !/^\s*find\s*$/iu.test(action), { error: "A Find changes nothing: use find_rows." })
    .describe("Add, Edit, Delete, or the name of an action that describe_table says is invocable."),
  rows: z
    .array(row)
    .min(1)
    .max(MOST_CHANGED)
    .describe("Add: cells by column. Edit: the key and the columns to change. Delete and actions: the key."),
  onDuplicate: z
    .literal("update")
    .optional()
    .describe("For Add: a row whose key exists is edited instead of refused."),
  inputs: z.record(z.string(), z.unknown()).optional().describe("Values that an action asks for by INPUT()."),
});

export const prepareChangeTool = defineTool({
  name: "prepare_change",
  title: "Prepare a change",
  description:
    "Tries a change and keeps nothing: the answer has the rows as they would be, or every error with its row and column, and a " +
    "token. Show people what would change; carry_out with the token does exactly this change, once, within minutes, unless one of its " +
    "rows has changed meanwhile.",
  input: change,
  does: "prepare",
  run: (context, input) => prepare(context, [input]),
});

export const prepareChangesTool = defineTool({
  name: "prepare_changes",
  title: "Prepare changes of several tables",
  description:
    "As prepare_change, for changes that belong together: they are tried in order, and carry_out does all of them or none. A cell can " +
    'be {"$ref": "#/0/Rows/0/Order ID"}: the column Order ID of the first row that the first change answers, such as a new key. ' +
    "Changes and rows count from 0 there. Errors say their call, counted from 1.",
  input: z.object({
    changes: z
      .array(change)
      .min(1)
      .max(MOST_CHANGED)
      .refine((changes) => changes.reduce((sum, { rows }) => sum + rows.length, 0) <= MOST_CHANGED, {
        error: `At most ${MOST_CHANGED} rows in all.`,
      }),
  }),
  does: "prepare",
  run: (context, { changes }) => prepare(context, changes),
});

/** Tries changes in one transaction, and keeps them under a token together with the versions that their rows have now. */
async function prepare(
  { calls, prepared, caller }: ToolContext,
  inputs: readonly z.infer<typeof change>[],
): Promise<Reply<object>> {
  const stored: StoredRows[] = [];
  // Before the dry run: what changes between the two is noticed when the changes are carried out.
  for (const { table, action, rows, onDuplicate } of inputs) {
    const schema = await calls.schema(table);
    if (!schema.ok) return schema;
    const isOfNewRows = /^add$/iu.test(action) && onDuplicate === undefined; // stored rows with their keys refuse it
    const versions = isOfNewRows
      ? done(new Map<string, unknown>())
      : reasoned(await versionsOfRows(calls, schema.value, rows));
    if (!versions.ok) return versions;
    stored.push({ schema: schema.value, versions: versions.value });
  }
  const changes = inputs.map(changeOf);
  const tried = await calls.change(changes, TRYING);
  if (!tried.ok) return tried;
  const guarded = changes.map((one, at) => guardedBy(one, tried.value.answers[at]?.rows ?? [], stored[at]));
  const open = await withoutOwnEffects(calls, guarded);
  if (!open.ok) return open;
  const token = prepared.add(caller, { changes: open.value });
  if (!token.ok) return token;
  return done({ what: prepared.notice, token: token.value, ...fitAnswers(changes, tried.value) });
}

const TRYING = { DryRun: true };

function changeOf({ table, action, rows, onDuplicate, inputs }: z.infer<typeof change>): Change {
  const properties = {
    ...(onDuplicate === undefined ? {} : { OnDuplicate: onDuplicate }),
    ...(inputs === undefined ? {} : { Inputs: inputs }),
  };
  return { table, action, rows, properties };
}

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

/** The table of a change, and the versions of the stored rows that it names. */
interface StoredRows {
  readonly schema: TableSchema;
  readonly versions: RowVersions;
}

/**
 * A change with the versions that its stored rows had when it was tried, by the answer to that, which has a row for each. A row that
 * was not there then has none.
 */
function guardedBy(change: Change, tried: readonly Cells[], stored: StoredRows | undefined): Change {
  if (stored === undefined) return change;
  const rows = change.rows.map((row, at) => {
    const version = stored.versions.get(keyOf(tried[at] ?? {}, stored.schema));
    return version === undefined ? row : { ...row, _Version: version };
  });
  return { ...change, rows, properties: { ...change.properties, Version: NO_VERSION } };
}

/**
 * Changes that compare no row with a version after an earlier one of them, or a rule that it starts, has written the row: that is found
 * by trying them with their versions, and a row that is refused loses its own.
 */
async function withoutOwnEffects(
  calls: RecordCalls,
  changes: readonly Change[],
): Promise<Reply<readonly Change[]>> {
  if (changes.length === 1) return done(changes);
  const tried = await calls.change(changes, TRYING);
  if (tried.ok) return done(changes);
  const { call } = tried.errors[0] ?? {};
  const at = (call ?? 1) - 1;
  const changed = changes[at];
  const isOwn = at > 0 && tried.errors.every(({ code }) => code === "row/changed");
  if (!isOwn || changed === undefined) return tried;
  const touched = new Set(tried.errors.map((error) => error.row));
  const rows = changed.rows.map((row, index) => (touched.has(index + 1) ? withoutVersion(row) : row));
  const { Version: _, ...properties } = changed.properties;
  return withoutOwnEffects(calls, changes.with(at, { ...changed, rows, properties }));
}

function withoutVersion({ _Version, ...row }: Cells): Cells {
  return row;
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
