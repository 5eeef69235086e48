import type { RequestContext } from "../../expression/parts.ts";
import type { Row } from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";
import {
  hashText,
  type JsonValue,
  readIsoDateTime,
  wallSecondsOf,
  writeIsoDateTime,
} from "../../values/index.ts";
import type { BatchCall, EngineRequest } from "../calls/request.ts";

/**
 * The journal: what calls changed, in the order of their commits, which is the stored order. The entries of a call follow one another without a gap.
 */
export const journalTable = engineTable(
  "tablewright_journal",
  {
    Call: "text",
    Entry: "integer",
    Row: "integer",
    At: "integer",
    Table: "text",
    About: "text",
    Changes: "text",
  },
  2,
  { indexed: ["Row"], order: "commit" },
);

/** Positions of its columns within a row; the number of the entry follows them. */
export const JOURNAL = {
  call: 0,
  entry: 1,
  row: 2,
  at: 3,
  table: 4,
  about: 5,
  changes: 6,
  number: 7,
} as const;

/** The stored columns of a row in their typed JSON form, by name. */
export type RowImage = Readonly<Record<string, JsonValue>>;

export type ChangeKind = "add" | "edit" | "delete";

/** One change of one row, as an entry keeps it. */
export interface JournalChange {
  /** Its place among the changes of the call, from 1. */
  readonly position: number;
  readonly operation: ChangeKind;
  /** As people read it. */
  readonly key: string;
  /** Of an edit only the changed columns, of a deleted row all; undefined for a new one. */
  readonly before: RowImage | undefined;
  /** The whole row; undefined for a deleted one. */
  readonly after: RowImage | undefined;
  /** Names of sensitive columns that were changed and whose values are not recorded. */
  readonly concealed: readonly string[];
}

/** Whose doing a change was and what led to it. */
export interface ChangeCause {
  /** The e-mail address the call was made for. */
  readonly user: string | null;
  /** The name of the access key by which the call came. */
  readonly accessKey: string | null;
  readonly action: string;
  /** The workflow rules that led to it, the first that ran first; none for what the call itself did. */
  readonly rules: readonly string[];
  /** Of the definition. */
  readonly version: string;
}

/** Changes of rows of one table that have one cause, written by one call. */
interface Entry {
  readonly call: string;
  readonly entry: number;
  /** What finds the entry by a row that it is about; see `rowHash`. */
  readonly row: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly table: string;
  readonly cause: ChangeCause;
}

export interface StoredEntry extends Entry {
  readonly changes: readonly JournalChange[];
  /** What the call was sent; only in the first entry of a call, and missing where an earlier release wrote it. */
  readonly input: RecordedInput | undefined;
  /** Its place in the journal, from 1. */
  readonly number: number;
}

/** An entry as it is written; what many entries of a call share is JSON already. */
export interface NewEntry extends Pick<Entry, "row" | "table"> {
  /** As `causeText` writes it. */
  readonly cause: string;
  /** As `columnsText` writes it. */
  readonly columns: string;
  /** Names of the columns whose values are instants, by the clock of UTC; as `columnsText` writes them. */
  readonly instants: string;
  readonly changes: readonly NewChange[];
  /** What the call was sent, as JSON; of its first entry. */
  readonly input?: string | undefined;
}

/** What a call was sent and drew, so that it can be run again; or why it cannot. */
export type RecordedInput = SentInput | { readonly missing: "size" | "sensitive" | "form" };

export interface SentInput {
  /** Whom it was made for, and in which form its cells are. */
  readonly sent: Pick<EngineRequest, "caller" | "wire" | "properties">;
  /** The calls of a batch, or the only one. */
  readonly calls: readonly BatchCall[];
  readonly isBatch: boolean;
  /** The role of the caller, where a program gave another one than the definition. */
  readonly role?: string;
  /** The random numbers that each of the calls drew. */
  readonly random: readonly (readonly number[])[];
}

/** A change as it is written: whole rows are lists of values, in the order of the entry's columns. */
export type NewChange = [
  position: number,
  operation: ChangeKind,
  key: string,
  before: readonly JsonValue[] | RowImage | null,
  after: readonly JsonValue[] | null,
  concealed?: readonly string[],
];

export function causeText({ user, accessKey, action, rules, version }: ChangeCause): string {
  return JSON.stringify([user, accessKey, action, rules, version]);
}

export function columnsText(names: readonly string[]): string {
  return JSON.stringify(names);
}

export function rowOfEntry(
  { row, table, cause, columns, instants, changes, input }: NewEntry,
  { call, entry, at }: Pick<Entry, "call" | "entry" | "at">,
): Row {
  const sent = input === undefined ? "" : `,${input}`;
  return [call, entry, row, at, table, cause, `[${columns},${JSON.stringify(changes)},${instants}${sent}]`];
}

/** An entry as it is read in a call: its instants are by the clock of a zone. */
export function entryOfRow(row: Row, context: Pick<RequestContext, "timeZone">): StoredEntry {
  const [user, accessKey, action, rules, version] = JSON.parse(String(row[JOURNAL.about]));
  const [columns, changes, instants = [], input] = JSON.parse(String(row[JOURNAL.changes])) as [
    string[],
    NewChange[],
    string[]?,
    RecordedInput?,
  ];
  const image = (values: NewChange[3]): RowImage | undefined => {
    if (values === null || values === undefined) return undefined;
    const entries = Array.isArray(values)
      ? columns.map((name, at) => [name, values[at] ?? null] as const)
      : Object.entries(values);
    if (instants.length === 0 && !Array.isArray(values)) return values as RowImage;
    return Object.fromEntries(
      entries.map(([name, value]) => [name, instants.includes(name) ? localTime(value, context) : value]),
    );
  };
  return {
    call: String(row[JOURNAL.call]),
    entry: Number(row[JOURNAL.entry]),
    row: Number(row[JOURNAL.row]),
    at: Number(row[JOURNAL.at]),
    table: String(row[JOURNAL.table]),
    cause: { user, accessKey, action, rules, version },
    changes: changes.map(([position, operation, key, before, after, concealed = []]) => ({
      position,
      operation,
      key,
      before: image(before),
      after: image(after),
      concealed,
    })),
    input,
    number: Number(row[JOURNAL.number]),
  };
}

/** An instant as a call answers it. */
function localTime(value: JsonValue, { timeZone }: Pick<RequestContext, "timeZone">): JsonValue {
  const utc = typeof value === "string" ? readIsoDateTime(value) : null;
  return utc === null ? value : writeIsoDateTime(wallSecondsOf(utc, timeZone));
}

/** Among how many entries changes are shared out, which a call has made of one table for one cause. */
type Shares = typeof FEW_SHARES | typeof MANY_SHARES;

/**
 * Changes of more rows share entries. Each entry is written to another place of the index, so there are few of them where they are
 * short anyway.
 */
export const FEW_SHARES = 32;
const MANY_SHARES = 128;

/** So many changes at most are shared among few entries: more than about 130 in one would be long to read. */
const MOST_AMONG_FEW = 4_096;

export function sharesFor(changes: number): Shares {
  return changes <= MOST_AMONG_FEW ? FEW_SHARES : MANY_SHARES;
}

/** What finds the entry of a change that has one for itself. */
export function rowHash(table: string, key: string): number {
  return hashText(`${table}\n${key}`);
}

/** Which of the shares a row belongs to, from 0. */
export function shareOfRow(table: string, key: string, shares: Shares): number {
  return rowHash(table, key) % shares;
}

/**
 * What finds the entry of a share: few rows of a table have the same, so that looking for one row reads a small part of what
 * calls with many rows have written.
 */
export function shareHash(table: string, share: number, shares: Shares): number {
  return hashText(table, 1 + share + (shares === FEW_SHARES ? MANY_SHARES : 0));
}

/** Everything that entries about a row may have. */
export function hashesOfRow(table: string, key: string): readonly number[] {
  const shared = [FEW_SHARES, MANY_SHARES] as const;
  return [
    rowHash(table, key),
    ...shared.map((shares) => shareHash(table, shareOfRow(table, key, shares), shares)),
  ];
}
