import { keyOf, memo } from "../../expression/parts.ts";
import type { AppDefinition, StoredColumnDefinition } from "../../schema/index.ts";
import type { WriteTransaction } from "../../storage/index.ts";
import { foldName, foldText, utcSecondsOf } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { ChangeWave, RowChange } from "../calls/change-log.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import type { BatchRequest, EngineRequest } from "../calls/request.ts";
import {
  causeText,
  columnsText,
  FEW_SHARES,
  journalTable,
  type NewChange,
  type NewEntry,
  type RecordedInput,
  rowHash,
  rowOfEntry,
  shareHash,
  shareOfRow,
  sharesFor,
} from "../engine-tables/journal-table.ts";
import {
  changedColumns,
  concealedColumns,
  type InstantWriter,
  imageOfRow,
  recordedColumns,
  valueWriter,
} from "./row-image.ts";

/** What a call has written. */
export interface WrittenByCall {
  readonly call: Call;
  readonly waves: readonly ChangeWave[];
}

/**
 * Records what the calls of a transaction have changed, as one call. After it the transaction only keeps its answer and commits. The
 * number of an entry is drawn here and nowhere else. So no entry becomes visible with a number below one that a reader has already
 * passed. The `order` of the table asks the store for it: writers take turns from here to the commit.
 * What they were `sent` is kept with their first entry.
 * Answers the id of the call in the history; undefined where nothing was to be recorded.
 */
export async function writeJournal(
  transaction: Pick<WriteTransaction, "insert" | "instants">,
  written: readonly [WrittenByCall, ...WrittenByCall[]],
  sent?: SentCalls,
): Promise<string | undefined> {
  const [{ call: first }] = written;
  const { meter } = first.read.context;
  const entries: NewEntry[] = [];
  let position = 0;
  const waves = written.flatMap(({ call, waves }) => waves.map((wave) => ({ call, ...wave })));
  for (const { call, rules, changes } of waves) {
    const cause = causeOf(call, rules);
    for (const [table, ofTable] of byTable(changes)) {
      const recorded = recordedColumns(table);
      const columns = columnsText(recorded.map(({ name }) => name));
      const ofInstants = transaction.instants?.(table.name) ?? [];
      const kept = recorded.filter(({ index }) => ofInstants.includes(index));
      const instants = columnsText(kept.map(({ name }) => name));
      const record = recorder(table, recorded, kept.length === 0 ? undefined : utcWriter(call, ofInstants));
      const recordedChanges: NewChange[] = [];
      for (const change of ofTable) {
        const one = record(change, position + 1);
        await meter.giveWay();
        if (one === undefined) continue;
        recordedChanges.push(one);
        position += 1;
      }
      for (const [row, some] of inEntries(table.name, recordedChanges))
        entries.push({ row, table: table.name, cause, columns, instants, changes: some });
    }
  }
  if (entries.length === 0) return undefined;
  const id = first.newId();
  const input = sent && inputText(sent);
  const rows = entries.map((entry, at) =>
    rowOfEntry(at === 0 ? { ...entry, input } : entry, { call: id, entry: at + 1, at: first.startedAt }),
  );
  const { duplicates } = await transaction.insert(journalTable.name, rows);
  if (duplicates.length > 0) throw new Error(`The id "${id}" was given to two calls.`);
  return id;
}

function causeOf(
  { read: { context }, caller: { accessKey }, action, app }: Call,
  rules: readonly string[],
): string {
  const { email: user } = context.user;
  return causeText({ user, accessKey: accessKey ?? null, action, rules, version: app.version });
}

/** The changes of tables with a history. */
function byTable(changes: readonly RowChange[]): ReadonlyMap<RowChange["table"], readonly RowChange[]> {
  const grouped = new Map<RowChange["table"], RowChange[]>();
  for (const change of changes) {
    if (change.table.history === undefined) continue;
    const group = grouped.get(change.table);
    if (group === undefined) grouped.set(change.table, [change]);
    else group.push(change);
  }
  return grouped;
}

/** Calls that read the journal have zones of their own. */
function utcWriter({ caller: { timeZone } }: Call, columns: readonly number[]): InstantWriter {
  return (value, index) =>
    columns.includes(index) && typeof value === "number" ? utcSecondsOf(value, timeZone) : value;
}

type Recorder = (change: RowChange, position: number) => NewChange | undefined;

/** Answers nothing for a row that was saved as it was. */
function recorder(
  table: RowChange["table"],
  columns: readonly StoredColumnDefinition[],
  inUtc: InstantWriter | undefined,
): Recorder {
  const secret = concealedColumns(table);
  const valuesOf = valueWriter(columns, inUtc);
  return ({ before, after }, position) => {
    const row = after ?? before;
    if (row === undefined) return undefined;
    const key = String(keyOf(row, table.scope) ?? "");
    if (before === undefined) return [position, "add", key, null, valuesOf(row)];
    if (after === undefined) return [position, "delete", key, valuesOf(row), null];
    const changed = changedColumns(columns, before, after);
    const concealed = changedColumns(secret, before, after).map(({ name }) => name);
    if (changed.length === 0 && concealed.length === 0) return undefined;
    const written: NewChange = [position, "edit", key, imageOfRow(changed, before, inUtc), valuesOf(after)];
    if (concealed.length > 0) written.push(concealed);
    return written;
  };
}

/** The changes of one table and cause: each by itself, or, where there are many, together with those that share its hash. */
export function inEntries(
  table: string,
  changes: readonly NewChange[],
): readonly (readonly [row: number, changes: readonly NewChange[]])[] {
  if (changes.length <= FEW_SHARES) return changes.map((change) => [rowHash(table, change[KEY]), [change]]);
  const count = sharesFor(changes.length);
  const shares = Array.from({ length: count }, (): NewChange[] => []);
  for (const change of changes) shares[shareOfRow(table, change[KEY], count)]?.push(change);
  return shares.flatMap((some, share) => (some.length === 0 ? [] : [[shareHash(table, share, count), some]]));
}

/** Position of the key in a change. */
const KEY = 2;

/** What a transaction was sent, and the calls that it was read into. */
export interface SentCalls {
  readonly request: EngineRequest | BatchRequest;
  readonly steps: readonly PreparedCall[];
}

/** Characters of JSON that the journal keeps of what a call was sent. */
const LONGEST_INPUT = 250_000;

/** What the journal keeps of a call besides its changes, as JSON. */
export function inputText(sent: SentCalls): string {
  const missing = (reason: "size" | "sensitive" | "form") => JSON.stringify({ missing: reason });
  if (hasSensitive(sent)) return missing("sensitive");
  try {
    const text = JSON.stringify(inputOf(sent));
    return text.length > LONGEST_INPUT ? missing("size") : text;
  } catch {
    return missing("form"); // a program may send what has no form in JSON
  }
}

function inputOf({ request, steps }: SentCalls): RecordedInput {
  const { caller, wire, properties } = request;
  const isBatch = "calls" in request;
  const calls = isBatch ? request.calls : [request];
  const role = steps[0] && givenRole(steps[0]);
  return {
    sent: { caller, ...(wire && { wire }), ...(isBatch && properties && { properties }) },
    calls: calls.map(({ action, table, rows, properties: own }) => ({
      action,
      table,
      ...(rows && { rows }),
      ...(own && { properties: own }),
    })),
    isBatch,
    ...(role !== undefined && { role }),
    random: steps.map(({ random }) => random),
  };
}

/** The role of the caller, unless it is the one of the definition. */
function givenRole({ app, caller: { identity } }: PreparedCall): string | undefined {
  const [email, role] = [identity.get("email"), identity.get("role")];
  if (email === undefined || role === (app.roles.get(foldText(email)) ?? "User")) return undefined;
  return role;
}

/** Whether a call was sent a cell of a column whose values are not recorded, or inputs that may become one. */
function hasSensitive({ request, steps }: SentCalls): boolean {
  const [first] = steps;
  if (first === undefined || !hasConcealed(first.app)) return false;
  const calls = "calls" in request ? request.calls : [request];
  return calls.some(({ rows = [], properties = {} }, at) => {
    const { table } = steps[at] ?? first;
    const names = new Set(concealedColumns(table).map(({ name }) => foldName(name)));
    const isSent = rows.some((row) => Object.keys(row).some((name) => names.has(foldName(name))));
    return isSent || Object.keys(properties.Inputs ?? {}).length > 0;
  });
}

const hasConcealed = memo(({ tables }: AppDefinition) =>
  [...tables.values()].some((table) => concealedColumns(table).length > 0),
);
