import type { FunctionDeclaration, HostCode } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import {
  MigrationRefused,
  type Row,
  type RowReader,
  type Store,
  type WriteTransaction,
} from "../../storage/index.ts";
import { changesSince, hasRecordedKey } from "../as-of/read-past.ts";
import { PastRows } from "../as-of/rows-as-of.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { hostCodes, withoutCode } from "../calls/host-codes.ts";
import {
  definitionsTable,
  type KeptDefinition,
  loadKept,
  readDefinitions,
} from "../engine-tables/definitions-table.ts";
import { numbersTable, ownContext, putRow } from "../engine-tables/engine-table.ts";
import type { JournalChange } from "../engine-tables/journal-table.ts";
import type { RecordedCall } from "../journal/read-entries.ts";
import { rowOfImage } from "../journal/row-image.ts";
import { keyOfRow } from "../keys/key-from.ts";
import { migrateStore, openingOf } from "../stored/opening-of.ts";
import { storedTablesOf } from "../stored/stored-tables-of.ts";

/** The rows of an earlier time in a store of their own, and the definition that judges calls on them. */
export interface PastCopy {
  readonly app: AppDefinition;
  readonly store: Store;
  readonly codes: ReadonlyMap<string, HostCode>;
  /** Of the program, which calls give way to. */
  readonly services: EngineOptions["services"];
}

/** An engine whose rows are copied; its definition is the one whose form the rows have. */
export type CopiedEngine = Pick<EngineOptions, "definition" | "store" | "services" | "functions">;

/**
 * Fills an empty store with the rows as they were after a place in the journal. Rows of tables without a history are as they are now, as are
 * values of sensitive columns that are not recorded. Rejects with `TooManyRows` where these are more than `mostRows`.
 */
export async function copyRows(
  { definition, services }: CopiedEngine,
  stored: RowReader,
  passed: number,
  into: Store,
  {
    mostRows = ALL,
    isOver = () => false,
  }: { readonly mostRows?: number | undefined; readonly isOver?: () => boolean } = {},
): Promise<void> {
  let copied = 0;
  await into.open(storedTablesOf(definition), openingOf({ definition, services }));
  const context = ownContext();
  const since = await changesSince(definition, context, stored, { passed, position: 0 }, ALL);
  for (const table of definition.tables.values()) {
    const { name } = table;
    const changes = table.history && hasRecordedKey(table) ? (since?.past.get(name) ?? new Map()) : undefined;
    const plan = { table: name, conditions: [], order: [], context };
    const batches =
      changes === undefined
        ? (await stored.find(plan)).batches
        : new PastRows(context, stored, table, changes).find(plan);
    for await (const rows of batches) {
      if (isOver()) return;
      copied += rows.length;
      if (copied > mostRows) throw new TooManyRows(mostRows);
      if (rows.length > 0) await into.write((transaction) => transaction.insert(name, rows));
      await services.pause?.();
    }
  }
}

const ALL = Number.POSITIVE_INFINITY;

/** A copy would have more rows than were allowed. */
export class TooManyRows extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`There are more than ${limit} rows.`);
    this.limit = limit;
  }
}

/** Gives a copy the form of a definition, and hands out what judges calls by it. Rejects where the rows do not fit. */
export async function openCopy(
  definition: AppDefinition,
  store: Store,
  { services, functions = [] }: Pick<EngineOptions, "services" | "functions">,
  isOfOtherForm = true,
): Promise<PastCopy> {
  if (isOfOtherForm) await migrateStore({ definition, store, services });
  return { app: definition, store, services, codes: codesOf(definition, functions) };
}

/** The code of the functions of a definition; one that is given none fails when it is called. */
export function codesOf(
  definition: AppDefinition,
  functions: readonly FunctionDeclaration[],
): ReadonlyMap<string, HostCode> {
  const all: readonly FunctionDeclaration[] = [...functions, ...withoutCode(definition)];
  const given = new Map(
    all.map((one) => [one.name.toUpperCase(), one]).reverse() as [string, FunctionDeclaration][],
  );
  return hostCodes({ definition, functions: [...given.values()] });
}

/** Whether rows in the form of one definition have that of another. */
export function hasSameForm(one: AppDefinition, other: AppDefinition): boolean {
  return JSON.stringify(storedTablesOf(one)) === JSON.stringify(storedTablesOf(other));
}

/** The definition of a version that calls of the journal name; undefined where it is not kept, or cannot be loaded any more. */
export async function definitionOfThen(
  engine: EngineOptions,
  version: string,
): Promise<AppDefinition | undefined> {
  if (version === engine.definition.version) return engine.definition;
  const kept = (await keptDefinitions(engine)).find((one) => one.version === version);
  const loaded = kept && loadKept(kept, engine.functions ?? []);
  return typeof loaded === "object" ? loaded : undefined;
}

/** An earlier release kept none, and a store that is only read has no table for them then. */
async function keptDefinitions(engine: EngineOptions): Promise<readonly KeptDefinition[]> {
  const { definition, store, readOnly = false } = engine;
  try {
    if (readOnly)
      await store.open([...storedTablesOf(definition), definitionsTable], { ...openingOf(engine), readOnly });
    return await readDefinitions(store);
  } catch (error) {
    if (error instanceof MigrationRefused) return [];
    throw error;
  }
}

/** The last numbers as they were before a call: one less than those that it gave. */
export async function setNumbers({ app, store }: PastCopy, recorded: RecordedCall): Promise<void> {
  const numbers: Row[] = [];
  for (const table of app.tables.values()) {
    if (table.autoNumbered.length === 0) continue;
    const added = changesOf(recorded, table).filter(({ operation }) => operation === "add");
    for (const { name } of table.autoNumbered) {
      const given = added.map(({ after }) => Number(after?.[name])).filter(Number.isFinite);
      if (given.length > 0)
        numbers.push([table.name, name, given.reduce((one, other) => Math.min(one, other)) - 1]);
    }
  }
  if (numbers.length === 0) return;
  await store.write(async (transaction) => {
    for (const row of numbers) await putRow(transaction, numbersTable, row);
  });
}

/** The changes of a table that a call has recorded, in the order in which they were made. */
export function changesOf(recorded: RecordedCall, { name }: TableDefinition): readonly JournalChange[] {
  return recorded
    .flatMap((entry) => (entry.table === name ? entry.changes : []))
    .sort((one, other) => one.position - other.position);
}

/**
 * Makes the rows of a copy what they were after a call. Columns that the journal does not have, such as those of a new
 * definition, get what that made of the row, by the table and key of the row.
 */
export async function applyRecorded(
  { app, store }: PastCopy,
  recorded: RecordedCall,
  judged?: ReadonlyMap<string, Row | undefined>,
): Promise<void> {
  const tables = [...new Set(recorded.map(({ table }) => table))].flatMap(
    (name) => app.tables.get(name) ?? [],
  );
  await store.write(async (transaction) => {
    for (const table of tables) {
      const last = new Map(changesOf(recorded, table).map((change) => [change.key, change]));
      await applyChanges(transaction, table, [...last.values()], judged);
    }
  });
}

async function applyChanges(
  transaction: WriteTransaction,
  table: TableDefinition,
  changes: readonly JournalChange[],
  judged: ReadonlyMap<string, Row | undefined> | undefined,
): Promise<void> {
  const gone = changes.filter(({ after }) => after === undefined);
  const there = changes.filter(({ after }) => after !== undefined);
  const images = there.map(({ after = {} }) => ({ after, row: rowOfImage(table, after) }));
  const present = await transaction.getByKeys(
    table.name,
    images.map(({ row }) => keyOfRow(table, row)),
  );
  const inserts: Row[] = [];
  const updates: Row[] = [];
  for (const [at, { after, row }] of images.entries()) {
    const before = present[at];
    const { key = "" } = there[at] ?? {};
    const other = judged?.get(rowName(table.name, key)) ?? before;
    const missing = table.storedColumns.filter(({ name }) => !Object.hasOwn(after, name));
    const whole = other === undefined || missing.length === 0 ? row : [...row];
    if (whole !== row)
      for (const { index } of missing) (whole as Row[number][])[index] = other?.[index] ?? null;
    (before === undefined ? inserts : updates).push(whole);
  }
  if (gone.length > 0)
    await transaction.delete(
      table.name,
      gone.map(({ before = {} }) => keyOfRow(table, rowOfImage(table, before))),
    );
  if (inserts.length > 0) await transaction.insert(table.name, inserts);
  if (updates.length > 0) await transaction.update(table.name, updates);
}

/** What a row is known by in a copy. */
export function rowName(table: string, key: string): string {
  return `${table}\n${key}`;
}
