import type { DatabaseSync } from "node:sqlite";
import type { ForeignKeyDescription } from "@tablewright/store-sql";

interface ForeignKeyRow {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  /** Null for one that names no columns: the primary key is meant. */
  readonly to: string | null;
  readonly on_delete: string;
}

/** In the order in which the table declares them. One whose table is not there is left out, as it refers to nothing. */
export function foreignKeysOf(database: DatabaseSync, name: string): readonly ForeignKeyDescription[] {
  const rows = database
    .prepare("select * from pragma_foreign_key_list(?) order by id desc, seq")
    .all(name) as unknown as ForeignKeyRow[];
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const target = tableNamed(database, parts[0]?.table ?? "");
    if (target === undefined) return [];
    const key = primaryKeyOf(database, target);
    return {
      columns: parts.map(({ from }) => from),
      schema: undefined,
      table: target,
      targets: parts.map(({ to }, position) => to ?? key[position] ?? ""),
      onDelete: ON_DELETE[parts[0]?.on_delete ?? ""] ?? "refuse",
    };
  });
}

const ON_DELETE: Readonly<Record<string, ForeignKeyDescription["onDelete"]>> = {
  CASCADE: "cascade",
  "SET NULL": "set null",
  "SET DEFAULT": "set default",
};

/** As it is called: the reference may write it in other letters. */
function tableNamed(database: DatabaseSync, name: string): string | undefined {
  const rows = database
    .prepare("select name from sqlite_schema where type = 'table' and name = ? collate nocase")
    .get(name) as { name: string } | undefined;
  return rows?.name;
}

function primaryKeyOf(database: DatabaseSync, name: string): readonly string[] {
  const rows = database
    .prepare("select name from pragma_table_info(?) where pk > 0 order by pk")
    .all(name) as unknown as { readonly name: string }[];
  return rows.map((row) => row.name);
}
