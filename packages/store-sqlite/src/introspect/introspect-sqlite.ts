import { basename, extname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  type DatabaseDescription,
  type IsBeyond,
  quoteName,
  type TableDescription,
  withRowsSeen,
} from "@tablewright/store-sql";
import { describeSqliteTable } from "./describe-sqlite-table.ts";
import { guarded, openReadOnly } from "./read-only-connection.ts";

/** What a file of another program holds. The file is read and never changed; throws when it is none of SQLite's. */
export async function introspectSqlite(file: string): Promise<DatabaseDescription> {
  const database = openReadOnly(file);
  try {
    const described = guarded(file, () => describe(database, file));
    const relationOf = ({ name }: TableDescription) => quoteName(name);
    const ask = async (statement: string) =>
      guarded(file, () => database.prepare(statement).all()).map((row): unknown[] => Object.values(row));
    return { ...described, tables: await withRowsSeen(described.tables, { relationOf, isBeyond, ask }) };
  } finally {
    database.close();
  }
}

function describe(database: DatabaseSync, file: string): DatabaseDescription {
  const listed = database
    .prepare("select name, type from pragma_table_list where schema = 'main' order by name")
    .all() as unknown as { readonly name: string; readonly type: string }[];
  const tables = [];
  const unreadable = [];
  for (const { name, type } of listed.filter(({ name }) => !/^sqlite_/iu.test(name))) {
    if (type === "shadow") continue;
    const reason =
      type === "virtual" ? "it is a virtual table of an extension" : reasonAgainst(database, name);
    if (reason === undefined)
      tables.push(describeSqliteTable(database, name, type === "view" ? "view" : "table"));
    else unreadable.push({ name, reason });
  }
  const name = basename(file, extname(file));
  return { product: "SQLite", name, schemas: [], otherSchemas: [], tables, unreadable };
}

/** Whole numbers have 64 bits in every column of numbers, and what is none of them is a double. */
const isBeyond: IsBeyond = ({ kind }, value) =>
  kind === "integer" || kind === "decimal"
    ? `typeof(${value}) = 'integer' and ${value} not between -9007199254740991 and 9007199254740991`
    : undefined;

/** A view breaks when a table that it reads goes, and SQLite says so only then. */
function reasonAgainst(database: DatabaseSync, name: string): string | undefined {
  try {
    database.prepare(`select * from ${quoteName(name)}`);
    return undefined;
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`;
  }
}
