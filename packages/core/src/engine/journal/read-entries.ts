import type { RequestContext } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { Row, RowReader, WriteTransaction } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { checkOnRow, findOwn, putRow } from "../engine-tables/engine-table.ts";
import {
  entryOfRow,
  hashesOfRow,
  JOURNAL,
  journalTable,
  type StoredEntry,
} from "../engine-tables/journal-table.ts";

/** The first rows of the journal whose numbers are above one, in their order; fewer than the limit means that there are no more. */
export async function journalRowsAfter(
  reader: RowReader,
  context: RequestContext,
  number: number,
  limit: number,
): Promise<readonly Row[]> {
  const conditions = [checkOnRow(`[_RowNumber] > ${number}`, OWN_ROW)];
  return findOwn(reader, journalTable, { conditions, limit, context });
}

/** The number of the last entry; 0 where there is none. */
export async function lastNumber(reader: RowReader): Promise<number> {
  const [row] = await findOwn(reader, journalTable, { limit: 1, isNewestFirst: true });
  return Number(row?.[JOURNAL.number] ?? 0);
}

/** The entries that may be about a row, in their order; other rows are among their changes. */
export async function entriesOfRow(
  reader: RowReader,
  context: RequestContext,
  table: string,
  key: string,
): Promise<readonly StoredEntry[]> {
  const values = hashesOfRow(table, key);
  const inList = { column: JOURNAL.row, family: "number", values } as const;
  const rows = await findOwn(reader, journalTable, { inList, context });
  const entries = rows
    .filter((row) => values.includes(Number(row[JOURNAL.row])))
    .map((row) => entryOfRow(row, context));
  return entries.filter((entry) => entry.table === table);
}

const OWN_ROW = { name: journalTable.name, columns: [], key: [], rowNumberIndex: JOURNAL.number };

/** What one call wrote into the journal, in its order; never empty. */
export type RecordedCall = readonly StoredEntry[];

/** The number of the first entry that the call wrote, also when that is not kept any more. */
export function firstNumberOf([first]: RecordedCall): number {
  if (first === undefined) throw new Error("A call has no entry.");
  return first.number - first.entry + 1;
}

/** The calls whose entries have numbers above one, in the order of their commits, read a part of the journal at a time. */
export async function* callsAfter(
  reader: RowReader,
  context: RequestContext,
  number: number,
): AsyncGenerator<RecordedCall> {
  let open: StoredEntry[] = [];
  for (let passed = number; ; ) {
    const rows = await journalRowsAfter(reader, context, passed, PART);
    for (const row of rows) {
      passed = Number(row[JOURNAL.number]);
      if (isBoundsRow(row)) continue;
      const entry = entryOfRow(row, context);
      if (open.length > 0 && open[0]?.call !== entry.call) {
        yield open;
        open = [];
      }
      open.push(entry);
    }
    if (rows.length < PART) break;
  }
  if (open.length > 0) yield open;
}

/** Rows of the journal that are read at once. */
const PART = 256;

/** What the journal can be asked of a table. */
interface TableBounds {
  /** Milliseconds since 1970-01-01T00:00:00Z from which on its changes are recorded without a gap. */
  readonly since: number;
  /** The number of the last entry about it that was removed because it was old; 0 where none was. */
  readonly trimmed: number;
  /** When the last call began whose entries about it were removed; missing where it was not noted. */
  readonly trimmedAt?: number;
  /** Only under the blank name: a text that no caller knows. */
  readonly secret?: string;
}

/** By the names of the tables that have a history; under a blank name stands what seals cursors. */
export type JournalBounds = Readonly<Record<string, TableBounds>>;

/** The blank name: earlier programs read it as a table without entries. */
const SEAL = "";

/** Where the bounds are kept: a row of the journal that is no entry. */
const BOUNDS_KEY = ["-", 0] as const;

/** What seals cursors; undefined where no program has written it yet. */
export function secretOf(bounds: JournalBounds): string | undefined {
  return bounds[SEAL]?.secret;
}

export function isBoundsRow(row: readonly unknown[]): boolean {
  return row[JOURNAL.call] === BOUNDS_KEY[0];
}

export async function readBounds(reader: RowReader): Promise<JournalBounds> {
  const [row] = await reader.getByKeys(journalTable.name, [BOUNDS_KEY]);
  return row === undefined ? {} : (JSON.parse(String(row[JOURNAL.changes])) as JournalBounds);
}

export async function writeBounds(transaction: WriteTransaction, bounds: JournalBounds): Promise<void> {
  await putRow(transaction, journalTable, [...BOUNDS_KEY, 0, 0, "-", "-", JSON.stringify(bounds)]);
}

/** Notes, when an engine opens its store, which tables have a history from now on and which have none any more. */
export async function beginHistory({ definition, store, services }: EngineOptions): Promise<void> {
  if (!definition.hasHistory) return;
  const before = await store.read(readBounds, { keysOnly: true });
  if (isSame(before, boundsFor(definition, before, NOTHING_NEW))) return;
  const begun = { since: services.now(), secret: `${services.newId()}${services.newId()}` };
  await store.write(async (transaction) => {
    await writeBounds(transaction, boundsFor(definition, await readBounds(transaction), begun));
  });
}

const NOTHING_NEW = { since: 0, secret: "" };

function boundsFor(
  { tables }: AppDefinition,
  before: JournalBounds,
  { since, secret }: typeof NOTHING_NEW,
): JournalBounds {
  const bounds: [string, JournalBounds[string]][] = [
    [SEAL, before[SEAL] ?? { since: 0, trimmed: 0, secret }],
  ];
  for (const { name, history } of tables.values())
    if (history !== undefined) bounds.push([name, before[name] ?? { since, trimmed: 0 }]);
  return Object.fromEntries(bounds);
}

function isSame(a: JournalBounds, b: JournalBounds): boolean {
  return Object.keys(a).sort().join("\n") === Object.keys(b).sort().join("\n");
}
