import type { AppDefinition } from "../../schema/index.ts";
import type { RowReader, WriteTransaction } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { putRow } from "../engine-tables/engine-table.ts";
import { JOURNAL, journalTable } from "../engine-tables/journal-table.ts";

/** What the journal can be asked of a table. */
export interface TableBounds {
  /** Milliseconds since 1970-01-01T00:00:00Z from which on its changes are recorded without a gap. */
  readonly since: number;
  /** The number of the last entry about it that was removed because it was old; 0 where none was. */
  readonly trimmed: number;
  /** When the last call began whose entries about it were removed; missing where it was not noted. */
  readonly trimmedAt?: number;
  /** Under the blank name alone: a text that no caller knows. */
  readonly secret?: string;
}

/** By the names of the tables that have a history; under a blank name stands what seals cursors. */
export type JournalBounds = Readonly<Record<string, TableBounds>>;

/** The blank name: earlier programs read it as a table without entries. */
export const SEAL = "";

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
  const before = await store.read(readBounds, { once: true });
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
