import { isDeepStrictEqual } from "node:util";
import { DefinitionOutdated, type FormerName } from "@tablewright/core/storage";
import type { OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { columnsAsStored, type TableLayout } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";
import {
  type CatalogueDialect,
  type CataloguedTable,
  LAST_MIGRATION,
  type OwnTableDialect,
  readLayouts,
} from "./catalogue.ts";
import { isKeptFilled, unfilledColumns } from "./filling-marks.ts";

/**
 * The statements that make two tables where they are missing. `tablewright_migrations` has a row for each change of tables, with
 * the names that it took from them. `tablewright_refills` has the keys of rows that a process with an older definition has written.
 */
export function laterChangesTables({ sequence, typeOf, tableEnding }: OwnTableDialect): readonly string[] {
  const text = typeOf("text");
  return [
    `create table if not exists tablewright_migrations (id ${sequence}, renames ${text} not null) ${tableEnding}`,
    `create table if not exists tablewright_refills (id ${sequence}, name ${text} not null, row_keys ${text} not null) ${tableEnding}`,
  ];
}

/** Writes down, before anything is changed, that tables change: every process reads the catalogue again before it writes. */
export async function noteMigration(
  connection: SqlConnection,
  renames: readonly FormerName[],
  { placeholder }: CatalogueDialect,
): Promise<void> {
  const statement = `insert into tablewright_migrations (renames) values (${placeholder(1)})`;
  await connection.run(statement, [JSON.stringify(renames)]);
}

/** Every name that migrations have taken from tables and columns, the oldest first. */
export async function readFormerNames(connection: SqlConnection): Promise<readonly FormerName[]> {
  const read = await connection.all(
    "select renames from tablewright_migrations where renames <> '[]' order by id",
  );
  return read.flatMap(([renames]) => JSON.parse(String(renames)) as FormerName[]);
}

/** Writes down the keys of rows that were written without values in the columns of a later definition. */
export async function noteForRefill(
  connection: SqlConnection,
  table: string,
  keys: readonly (readonly SqlValue[])[],
  { placeholder }: CatalogueDialect,
): Promise<void> {
  const statement = `insert into tablewright_refills (name, row_keys) values (${placeholder(1)}, ${placeholder(2)})`;
  for (let start = 0; start < keys.length; start += KEYS_OF_A_NOTE)
    await connection.run(statement, [table, JSON.stringify(keys.slice(start, start + KEYS_OF_A_NOTE))]);
}

const KEYS_OF_A_NOTE = 500;

/** What later definitions, of this process and of others, have made of the tables that a definition was opened with. */
export class DefinitionChanges<Connection extends SqlConnection> {
  readonly #tables: OpenedTables<Connection>;
  #known: { readonly revision: number; readonly state: TablesNow } | undefined;

  constructor(tables: OpenedTables<Connection>) {
    this.#tables = tables;
  }

  /** What was read last; nothing is outdated before. */
  get last(): TablesNow {
    return this.#known?.state ?? UNCHANGED;
  }

  /**
   * Reads what has become of the tables; the catalogue only if there was a migration since the last time. No migration goes on
   * beside a transaction that writes, so what its beginning has `told` is still the last one.
   */
  async read(connection: SqlConnection, told?: SqlValue): Promise<TablesNow> {
    const [last] = told === undefined ? ((await connection.get(`select ${LAST_MIGRATION}`)) ?? []) : [told];
    const revision = Number(last ?? 0);
    if (this.#known?.revision !== revision)
      this.#known = { revision, state: stateOf(this.#tables, await readLayouts(connection)) };
    return this.#known.state;
  }
}

/** Throws a `DefinitionOutdated` if one of these tables is no longer as the definition has it. */
export function refuseOutdated({ outdated }: TablesNow, tables: Iterable<string>): void {
  for (const table of tables) if (outdated.has(table)) throw new DefinitionOutdated(table);
}

export interface TablesNow {
  /** Tables that are gone, or that have a column under another name or of another type. */
  readonly outdated: ReadonlySet<string>;
  /** Tables whose rows a later definition fills in columns that this one does not know: the keys of rows it writes are noted. */
  readonly noted: ReadonlySet<string>;
  /** Whether a column of this definition is still to be filled. */
  readonly isUnfilled: boolean;
}

const UNCHANGED: TablesNow = { outdated: new Set(), noted: new Set(), isUnfilled: false };

function stateOf({ byName }: OpenedTables<SqlConnection>, existing: readonly CataloguedTable[]): TablesNow {
  const outdated = new Set<string>();
  const noted = new Set<string>();
  let isUnfilled = false;
  for (const [name, table] of byName) {
    if (table.isSource) continue;
    const kept = existing.find((one) => one.table === name);
    if (kept === undefined || !hasColumnsOf(kept, table.layout)) {
      outdated.add(name);
      continue;
    }
    const isKnown = (column: string) => table.layout.table.columns.some((one) => one.name === column);
    const unknown = [...kept.columns, ...kept.shadows].filter(({ column }) => !isKnown(column));
    if (unknown.some(isKeptFilled)) noted.add(name);
    isUnfilled ||= unfilledColumns({ ...table.layout, columns: kept.columns }).length > 0;
  }
  return { outdated, noted, isUnfilled };
}

function hasColumnsOf(kept: CataloguedTable, layout: TableLayout): boolean {
  if (kept.name !== layout.name) return false;
  return columnsAsStored(layout).every(({ column, name, form, json }) =>
    kept.columns.some(
      (one) =>
        one.column === column &&
        one.name === name &&
        one.form === form &&
        (one.json === undefined || isDeepStrictEqual(one.json, json)),
    ),
  );
}

/** The statement that makes the table in which a database says what it holds; see `readLayouts`. */
export function catalogueTable({ typeOf, idType, tableEnding }: OwnTableDialect): string {
  const text = typeOf("text");
  return (
    `create table tablewright_tables (name ${idType} primary key, stored_as ${text} not null, columns ${text} not null, ` +
    `row_numbers ${text} not null, highest ${typeOf("integer")} not null, gaps ${text} not null) ${tableEnding}`
  );
}
