import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A database as another program might have made it: the statements that make it, for each database that can have it. */
export interface SampleDatabase {
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /** Of MariaDB and MySQL; empty where it has not been written. */
  readonly mysql: string;
}

/** Small likenesses of databases that many people know, and one of names that are made to be stumbled over. */
export const sampleDatabases: readonly SampleDatabase[] = [
  sample("chinook", ["chinook.sql"]),
  sample("northwind", ["northwind.sql"]),
  sample("sakila", [], ["sakila.sqlite.sql"], ["sakila.postgres.sql"], ["sakila.mysql.sql"]),
  sample("hostile", ["hostile.sql"], ["hostile.sqlite.sql"], ["hostile.postgres.sql"]),
];

function sample(
  name: string,
  both: readonly string[],
  sqlite: readonly string[] = [],
  postgres: readonly string[] = [],
  mysql: readonly string[] = [],
): SampleDatabase {
  const read = (files: readonly string[]) =>
    files.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join("\n");
  return {
    name,
    sqlite: read([...both, ...sqlite]),
    postgres: read([...both, ...postgres]),
    mysql: read(mysql),
  };
}
