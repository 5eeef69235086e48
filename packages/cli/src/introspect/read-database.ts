import { existsSync } from "node:fs";
import type { DatabaseDescription } from "@tablewright/store-sql";

/**
 * What the database at an address such as `sqlite:shop.db`, `postgres://user@host/db` or `mysql://user@host/db` holds. Throws, in words for the
 * person who wrote it, when nothing reads such a database, or it cannot be read.
 */
export async function readDatabase(
  address: string,
  schemas: readonly string[],
): Promise<DatabaseDescription> {
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
