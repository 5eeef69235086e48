import { holdsObjects, valueFamilyOf } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import { outboxTable, runsTable, type Store, type StoredTable } from "../../storage/index.ts";
import { definitionsTable, savesTable } from "../engine-tables/definitions-table.ts";
import {
  answersTable,
  eventOrderTable,
  hasEventOrder,
  hasNumbers,
  numbersTable,
} from "../engine-tables/engine-table.ts";
import { importsTable } from "../engine-tables/import-log.ts";
import { journalTable } from "../engine-tables/journal-table.ts";
import { hasSchedules, schedulesTable } from "../engine-tables/schedules-table.ts";

/** What the store knows of the tables of an application, and of our own besides them that it needs. */
export function storedTablesOf(app: AppDefinition): readonly StoredTable[] {
  const stored = [...app.tables.values()].map(storedTableOf);
  return [
    ...stored,
    ...(hasEventOrder(app) ? [eventOrderTable] : []),
    ...(app.hasHistory ? [journalTable] : []),
    outboxTable,
    runsTable,
    ...(hasNumbers(app) ? [numbersTable] : []),
    ...(hasSchedules(app) ? [schedulesTable] : []),
  ];
}

/** What the store knows of a table: the columns that are stored, its key, and which columns deserve an index. */
function storedTableOf(table: TableDefinition): StoredTable {
  return {
    name: table.name,
    ...(table.source === undefined ? {} : { source: table.source }),
    ...(table.strictValues ? { strictValues: true } : {}),
    ...(table.was === undefined ? {} : { was: table.was }),
    columns: table.storedColumns.map((column) => ({
      name: column.name,
      kind: column.options.digits === "exact" ? "real" : column.columnType.storage,
      family: valueFamilyOf(column.type),
      indexed: column.options.index || column.columnType.name === "Ref",
      ...(column.options.source === undefined ? {} : { source: column.options.source }),
      ...(column.options.was === undefined ? {} : { was: column.options.was }),
      ...(column.options.instant ? { instant: column.options.instant } : {}),
      ...(column.options.digits === "exact" ? { digits: "exact" } : {}),
      ...(column.options.readOnly ? { readOnly: true } : {}),
      ...(holdsObjects(column.type) ? { objects: column.type } : {}),
    })),
    key: table.key.map(({ index }) => index),
    rowNumbers: table.rowNumbers,
  };
}

/** Throws, in words for the person who chose the store, when a table has a source and the store has only tables of its own. */
export function refuseSources(tables: readonly StoredTable[], store: Store): void {
  const [table] = store.takesSources ? [] : tables.filter(({ source }) => source !== undefined);
  if (table !== undefined) throw new SourceRefused(table.name, store.name);
}

class SourceRefused extends Error {
  readonly code = "server/migration-refused";

  constructor(table: string, store: string) {
    super(
      `The table "${table}" has a source, a table that a database has already; a store of the kind "${store}" accepts only tables that it created.`,
    );
    this.name = "SourceRefused";
  }
}

/** Our own tables besides those of applications: no migration removes them, and no plan of one names them. */
export const systemTables: ReadonlySet<string> = new Set([
  answersTable.name,
  definitionsTable.name,
  eventOrderTable.name,
  importsTable.name,
  journalTable.name,
  numbersTable.name,
  outboxTable.name,
  runsTable.name,
  savesTable.name,
  schedulesTable.name,
]);
