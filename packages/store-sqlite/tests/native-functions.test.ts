/** The functions of the evaluator on a connection: what they throw, and what indexes on them need. */
import { DatabaseSync } from "node:sqlite";
import { EvaluationError, type StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { SqliteConnection } from "../src/connection.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const overflowing = "case when value > 2 then tw_overflow() else value end";

describe("an error of a function comes out of the statement", () => {
  test.each([
    `select ${overflowing} from json_each('[1,2,3]')`,
    `select (select tw_sum(value) from json_each('[1,2,3]') where ${overflowing} > 0)`,
    `select * from json_each('[3]') where ${overflowing} > (select tw_sum(value) from json_each('[1]'))`,
    `select tw_sum(${overflowing}), tw_sum(1) from json_each('[1,2,3]')`,
  ])("%s", (statement) => {
    const connection = new SqliteConnection(":memory:", { readOnly: false, timeout: 0 });
    expect(() => connection.all(statement)).toThrow(EvaluationError);
    expect(() => connection.all(statement), "again").toThrow(EvaluationError);
    expect(connection.all("select tw_sum(value) from json_each('[0.1, 0.2]')")).toEqual([[0.3]]);
    connection.close();
  });
});

const words: StoredTable = {
  name: "Words",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: 'the "Word', kind: "text", family: "text", indexed: true },
  ],
  key: [0],
  rowNumbers: "position",
};

const indexNames = "select name from sqlite_schema where type = 'index' and sql like '%tw_fold%'";

test("texts that another version of Unicode folded are indexed again, once", async () => {
  const { file, remove } = temporaryFile();
  const opened = async () => {
    const store = sqliteStore(file);
    await store.open([words]);
    await store.write((transaction) => transaction.insert("Words", [[1, "Straße"]]));
    await store.close();
    const database = new DatabaseSync(file);
    const names = database.prepare(indexNames).all();
    database.close();
    return names.map(({ name }) => String(name));
  };
  const [name = ""] = await opened();
  expect(name).toBe(`Words by the "Word, fold 2 of Unicode ${process.versions.unicode}`);
  const database = new DatabaseSync(file);
  database.function("tw_fold", { deterministic: true, varargs: true }, () => "folded in another way");
  database.exec(`drop index "${name.replaceAll('"', '""')}"`);
  database.exec(`create index "Words, folded as of Unicode 1.0" on "Words" (tw_fold("the ""Word"))`);
  database.close();
  expect(await opened()).toEqual([name]);
  expect(await opened()).toEqual([name]);
  const sound = new DatabaseSync(file);
  sound.function("tw_fold", { deterministic: true, varargs: true }, (text) => String(text).toLowerCase());
  expect(sound.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  sound.close();
  remove();
});

test("another program reads such a file, and cannot write what it would have to fold", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([words]);
  await store.write((transaction) => transaction.insert("Words", [[1, "a"]]));
  await store.close();
  const database = new DatabaseSync(file);
  expect(database.prepare('select "the ""Word" as word from "Words"').all()).toEqual([{ word: "a" }]);
  expect(() => database.exec("delete from Words where Id = 1")).toThrow("tw_fold");
  database.close();
  remove();
});
