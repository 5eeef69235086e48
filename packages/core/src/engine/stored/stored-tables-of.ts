import { valueFamilyOf } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { StoredTable } from "../../storage/index.ts";

/** What the store knows of the tables of an application. */
export function storedTablesOf({ tables }: AppDefinition): readonly StoredTable[] {
  return [...tables.values()].map(storedTableOf);
}

/** What the store knows of a table: the columns that are stored, its key, and which columns deserve an index. */
function storedTableOf(table: TableDefinition): StoredTable {
  return {
    name: table.name,
    ...(table.source === undefined ? {} : { source: table.source }),
    ...(table.was === undefined ? {} : { was: table.was }),
    columns: table.columns
      .filter(({ index }) => index >= 0)
      .map((column) => ({
        name: column.name,
        kind: column.columnType.storage,
        family: valueFamilyOf(column.type),
        indexed: column.options.index || column.columnType.name === "Ref",
        ...(column.options.source === undefined ? {} : { source: column.options.source }),
        ...(column.options.was === undefined ? {} : { was: column.options.was }),
        ...(column.options.readOnly ? { readOnly: true } : {}),
      })),
    key: table.key.map(({ index }) => index),
    rowNumbers: table.rowNumbers,
  };
}
