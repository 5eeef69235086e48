import { type RowNumbering, type SqlTable, sqlTableOf } from "@tablewright/store-sql";
import type { PostgresTable } from "./postgres-table.ts";

/** A table as expressions are compiled about it: its slots are row numbers as long as none before them is free. */
export function tableInSql(table: PostgresTable, { kind, gaps }: RowNumbering): SqlTable {
  const known = places.get(table) ?? {
    numbered: sqlTableOf(table.layout, true),
    counted: sqlTableOf(table.layout, false),
  };
  places.set(table, known);
  return kind === "stable" || gaps.every((count) => count === 0) ? known.numbered : known.counted;
}

interface Places {
  readonly numbered: SqlTable;
  readonly counted: SqlTable;
}

const places = new WeakMap<PostgresTable, Places>();
