/** What opening a file would do, told beforehand. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describeEngineMigrations } from "@tablewright/engine-tests";
import { describeMigrations } from "@tablewright/store-contract";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const makeStore = async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  const dispose = async () => {
    await store.close();
    remove();
  };
  return { store, contents: () => contentsOf(file), dispose };
};

describeMigrations("SQLite", makeStore, { convertsBeside: false });
describeEngineMigrations(makeStore);

test("a file that has to be there is not made", () => {
  const { file, remove } = temporaryFile();
  expect(() => sqliteStore(file, { mustExist: true })).toThrow(`There is no file "${file}".`);
  expect(existsSync(file)).toBe(false);
  remove();
});

/** Every table of the file with its rows, and the statements that made them. */
function contentsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const schema = database.prepare("select name, type, sql from sqlite_schema order by name").all();
  const tables = schema.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const rows = tables.map((name) => database.prepare(`select * from "${name}"`).all());
  database.close();
  return structuredClone({ schema, rows });
}
