import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { basename, extname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import {
  type DatabaseDescription,
  type IsBeyond,
  quoteName,
  type TableDescription,
  withRowsSeen,
} from "@tablewright/store-sql";
import { SqliteError } from "../sqlite-error.ts";
import { describeSqliteTable } from "./describe-sqlite-table.ts";

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

/**
 * A connection that leaves a file as it is, and nothing next to it. To read a file in write-ahead mode SQLite makes two files
 * next to it and leaves them; where there is no log, the file is whole by itself and is read as one that never changes.
 */
export function openReadOnly(file: string): DatabaseSync {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new SqliteError(`There is no file "${file}".`);
  if (stats.isDirectory()) throw new SqliteError(`"${file}" is a folder, and a file is expected.`);
  const isWhole = hasWriteAheadLog(file) && !existsSync(`${file}-wal`);
  const address = pathToFileURL(file);
  if (isWhole) address.searchParams.set("immutable", "1");
  return guarded(file, () => {
    const database = new DatabaseSync(address, { readOnly: true, timeout: LONGEST_WAIT });
    database.exec("pragma query_only = on");
    return database;
  });
}

/** What SQLite throws comes out in words about the file. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw SqliteError.of(error, file);
  }
}

/** The header of a file says so in its 19th byte. */
function hasWriteAheadLog(file: string): boolean {
  const header = Buffer.alloc(20);
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    readSync(handle, header, 0, header.length, 0);
  } catch {
    // No right to read: SQLite is about to say so.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  return header[18] === 2;
}

/** Milliseconds to wait for another program. */
const LONGEST_WAIT = 5_000;
