import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { loadDefinition } from "@tablewright/core";
import type { DatabaseDescription } from "@tablewright/store-sql";
import { Command } from "commander";
import { makeAccessKey } from "../access-keys.ts";
import { chooseTables } from "../introspect/draft-tables.ts";
import { type WrittenDefinition, writeDefinition } from "../introspect/write-definition.ts";
import { counted, type Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

interface IntrospectOptions {
  readonly schema?: readonly string[];
  readonly tables?: string;
}

/** Writes a definition over the tables of a database of another program, which is only read. */
export const introspectCommand = defineCommand((terminal, exit) =>
  new Command("introspect")
    .description("Write a definition over the tables that a database has already.")
    .argument("<address>", "the database, such as sqlite:shop.db or postgres://user:password@host/database")
    .option(
      "--schema <name>",
      "a schema of PostgreSQL to read instead of the user's first one; once for each",
      (name: string, names: readonly string[] = []) => [...names, name],
    )
    .option("--tables <names>", "only these tables, such as film,store")
    .action(async (address: string, options: IntrospectOptions) => {
      const database = await readInWords(address, options, terminal);
      if (database === undefined) return exit(1);
      const key = makeAccessKey("key");
      const written = writeDefinition(database, createHash("sha256").update(key).digest("hex"));
      terminal.out(written.text.trimEnd());
      terminal.err(describe(database, written, key));
      exit(0);
    }),
);

/** Undefined when there is nothing to write a definition over, which has been reported. */
async function readInWords(
  address: string,
  { schema = [], tables }: IntrospectOptions,
  terminal: Terminal,
): Promise<DatabaseDescription | undefined> {
  const database = await readDatabase(address, schema).catch((error: Error) => error.message);
  const chosen = typeof database === "string" ? database : chosenFrom(database, tables);
  if (typeof chosen !== "string") return chosen;
  terminal.err(chosen);
  return undefined;
}

function chosenFrom(database: DatabaseDescription, tables: string | undefined): DatabaseDescription | string {
  if (database.tables.length === 0) return withoutTables(database);
  return tables === undefined ? database : chooseTables(database, tables);
}

function withoutTables({ product, name, schemas, otherSchemas, unreadable }: DatabaseDescription): string {
  const where = schemas.map((schema) => `"${schema}"`).join(", ");
  const there = `The ${product} database "${name}" has no tables${schemas.length === 0 ? "" : ` in ${where}`} that this user may read.`;
  const others = otherSchemas.map((schema) => `--schema ${schema}`).join(", ");
  return [
    there,
    ...(others === "" ? [] : [`There are some in other schemas: ${others}.`]),
    ...unreadable.map((one) => `${one.name}: ${one.reason}.`),
  ].join("\n");
}

/** Besides the definition, which goes to the output: what it holds, what it does not, and the key that it only has the sum of. */
function describe({ product, name }: DatabaseDescription, written: WrittenDefinition, key: string): string {
  const { tables, columns, withoutKey, columnsLeftOut } = written;
  const own = [...(loadDefinition(written.text).output?.tables.values() ?? [])];
  const added = own.flatMap((table) => table.columns.filter((one) => one.isVirtual)).length;
  const lists = added === 1 ? "lists" : "list";
  const related = added === 0 ? "" : `; ${counted(added, "computed column")} ${lists} related rows`;
  return [
    `${counted(tables, "table")} with ${counted(columns, "column")} of the ${product} database "${name}"${related}.`,
    ...(withoutKey.length === 0
      ? []
      : [`Only comments, because they have no key: ${withoutKey.map((one) => `"${one}"`).join(", ")}.`]),
    ...(columnsLeftOut === 0
      ? []
      : [`Left out, because their types are not supported: ${counted(columnsLeftOut, "column")}.`]),
    "The definition holds the SHA-256 of an access key. The key itself is shown this once:",
    `  export TABLEWRIGHT_KEY=${key}`,
  ].join("\n");
}

/**
 * What the database at an address such as `sqlite:shop.db`, `postgres://user@host/db` or `mysql://user@host/db` holds. Throws, in words for the
 * person who wrote it, when nothing reads such a database, or it cannot be read.
 */
async function readDatabase(address: string, schemas: readonly string[]): Promise<DatabaseDescription> {
  const scheme = address.slice(0, address.indexOf(":") + 1);
  const read = Object.hasOwn(READERS, scheme) ? READERS[scheme] : undefined;
  if (read === undefined) {
    const schemes = Object.keys(READERS).map((one) => `"${one}"`);
    const hint = existsSync(address) ? ` Did you mean "sqlite:${address}"?` : "";
    throw new Error(
      `No database can be read at "${address.replace(/\/\/.*@/su, "//…@")}"; an address begins with ${schemes.join(" or ")}.${hint}`,
    );
  }
  return read(address, schemas);
}

/** By scheme. A database's package is loaded only when it is asked for. */
const READERS: Readonly<
  Record<string, (address: string, schemas: readonly string[]) => Promise<DatabaseDescription>>
> = {
  "sqlite:": async (address, schemas) => {
    const file = address.slice("sqlite:".length);
    if (file === "") throw new Error('The address "sqlite:" names no file; write it like "sqlite:shop.db".');
    if (schemas.length > 0) throw new Error("A file of SQLite has no schemas; leave --schema out.");
    return (await import("@tablewright/store-sqlite")).introspectSqlite(file);
  },
  "postgres:": readPostgres,
  "postgresql:": readPostgres,
  "mysql:": readMysql,
  "mariadb:": readMysql,
};

async function readPostgres(address: string, schemas: readonly string[]): Promise<DatabaseDescription> {
  return (await import("@tablewright/store-postgres")).introspectPostgres(address, { schemas });
}

async function readMysql(address: string, schemas: readonly string[]): Promise<DatabaseDescription> {
  if (schemas.length > 0)
    throw new Error(
      "A database of MariaDB or MySQL has no schemas; name it in the address, and leave --schema out.",
    );
  return (await import("@tablewright/store-mysql")).introspectMysql(address);
}
