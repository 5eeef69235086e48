import type { DescribedTable } from "@tablewright/core";
import type { ColumnScope, Scope } from "@tablewright/core/expression";

/** What an expression may name: all tables that the session reaches, and the columns of the table it is tried on. */
export function scopeOfSchemas(schemas: readonly DescribedTable[], table: string): Scope {
  const tables = Object.fromEntries(
    schemas.map(({ name, key, columns }) => [
      name,
      { key, columns: Object.fromEntries(columns.map((column) => [column.name, scopeOfColumn(column)])) },
    ]),
  );
  return table in tables ? { tables, table } : { tables };
}

function scopeOfColumn(column: DescribedTable["columns"][number]): ColumnScope {
  const { type, table, json, decimalDigits, currency, values } = column;
  return {
    type: json === "array" && table !== undefined ? "List" : type,
    ...(table === undefined ? {} : { table }),
    ...(json === "array" && table !== undefined ? { itemType: "Ref" } : {}),
    ...(decimalDigits === undefined ? {} : { decimalDigits }),
    ...(currency === undefined ? {} : { currency }),
    // Rows that were kept before a value was taken out of the list have it still.
    ...(values === undefined ? {} : { values: values.map(String), allowOtherValues: true }),
  };
}
