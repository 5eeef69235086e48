/** The settings under which files are written. */
import { expect, test } from "vitest";
import { connectWriter, IN_MEMORY, refuseWeakSqlite } from "../src/connect.ts";
import { temporaryFile } from "./temporary-file.ts";

test.each([
  ["as it is", {}, 2],
  ["where loss is accepted", { acceptsLoss: true }, 1],
])("a file is written with a log, and waiting for the disk %s", (_, options, synchronous) => {
  const { file, remove } = temporaryFile();
  const connection = connectWriter(file, options);
  expect(connection.get("pragma journal_mode")).toEqual(["wal"]);
  expect(connection.get("pragma synchronous")).toEqual([synchronous]);
  connection.close();
  remove();
});

test.each([
  ["pragma synchronous = off", "synchronous = 0"],
  ["pragma synchronous = normal", "synchronous = 1"],
  ["pragma journal_mode = delete", 'its journal is "delete"'],
])("%s is refused", (weakens, words) => {
  const { file, remove } = temporaryFile();
  const connection = connectWriter(file, {});
  connection.all(weakens);
  expect(() => refuseWeakSqlite(connection, file, {})).toThrow(words);
  connection.close();
  remove();
});

test("accepting loss accepts no other journal", () => {
  const { file, remove } = temporaryFile();
  const connection = connectWriter(file, { acceptsLoss: true });
  refuseWeakSqlite(connection, file, { acceptsLoss: true });
  connection.all("pragma journal_mode = truncate");
  expect(() => refuseWeakSqlite(connection, file, { acceptsLoss: true })).toThrow("truncate");
  connection.close();
  connectWriter(IN_MEMORY, {}).close();
  remove();
});
