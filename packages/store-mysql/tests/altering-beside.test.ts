/** What a new definition adds to tables with rows, while others write. */
import { ReadLost, type RowReader, type Store, type StoredTable } from "@tablewright/core/storage";
import { describeFilling } from "@tablewright/store-contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MysqlConnection } from "../src/connection.ts";
import { AlteringConnection } from "../src/database.ts";
import { contentsOf } from "./contents-of.ts";
import { openInDatabase } from "./open-in-database.ts";
import { ask, server } from "./temporary-database.ts";

describe.skipIf(server === "")("a column of many rows", () => {
  describeFilling(async () => {
    const { database, open } = await openInDatabase();
    const whenWaiting = () =>
      vi.waitUntil(async () => (await ask(GUARDING, [database])).length > 0, {
        timeout: 150_000,
        interval: 20,
      });
    return { open, contents: () => contentsOf(database), whenWaiting, beforeConverting };
  });
});

describe.skipIf(server === "")("an index on rows that are there", () => {
  test.each([
    ["numbers", "Size"],
    ["texts", "Name"],
  ])("is made while others write: on %s", async (_, column) => {
    const { database, open } = await openInDatabase();
    const writing = await open([before]);
    await insert(writing, "a");
    const statements = beforeEachIndex(() => insert(writing, "b"));
    const store = await open([withIndex(column)]);
    expect(statements).toEqual([expect.stringMatching(`^create index "Things by ${column}`)]);
    const [plan] = await ask(
      `explain select 1 from \`${database}\`.Things where \`${column === "Name" ? "Name~fold" : column}\` = 1`,
    );
    expect(plan?.possible_keys).toBe(`Things by ${column}`);
    expect(await store.planOpen?.([withIndex(column)])).toEqual([]);
    expect(await writing.read((transaction) => transaction.getByKeys("Things", [["b"]]))).toHaveLength(1);
  });

  test("is made once by processes that start together", async () => {
    const { database, open } = await openInDatabase();
    await insert(await open([before]), "a");
    const expected = [withIndex("Name")];
    await Promise.all([open(expected), open(expected), open(expected)]);
    const indexes = await ask(
      "select index_name from information_schema.statistics where table_schema = ? and column_name = 'Name~fold'",
      [database],
    );
    expect(indexes).toEqual([{ index_name: "Things by Name" }]);
  });
});

describe.skipIf(server === "")("a table that another process makes or rebuilds", () => {
  test("while a start reads what is there is read again", async () => {
    const { open } = await openInDatabase();
    let other: Store | undefined;
    beforeFirstNames(async () => {
      other = await open([before], { application: "things" });
    });
    const store = await open([before], { application: "things" });
    await insert(other as Store, "a");
    expect(await store.read((transaction) => transaction.getByKeys("Things", [["a"]]))).toHaveLength(1);
  });

  test("while it is read ends the read as one that may be done again", async () => {
    const { database, open } = await openInDatabase();
    const store = await open([before]);
    const getRow = (transaction: RowReader) => transaction.getByKeys("Things", [["a"]]);
    const read = store.read(async (transaction) => {
      await ask(`alter table \`${database}\`.Things add column Extra integer, algorithm = copy`);
      return getRow(transaction);
    });
    await expect(read).rejects.toThrow(ReadLost);
    expect(await store.read(getRow)).toEqual([undefined]);
  });
});

/** Runs `work` once, when a start has taken a snapshot and asks which names are in use. */
function beforeFirstNames(work: () => Promise<void>): void {
  const { all } = MysqlConnection.prototype;
  const restore = () => {
    MysqlConnection.prototype.all = all;
  };
  onTestFinished(restore);
  MysqlConnection.prototype.all = async function (sql, values) {
    if (/select index_name from information_schema/u.test(sql)) {
      restore();
      await work();
    }
    return all.call(this, sql, values);
  };
}

function beforeConverting(work: () => Promise<void>): void {
  const { run } = MysqlConnection.prototype;
  onTestFinished(() => {
    MysqlConnection.prototype.run = run;
  });
  MysqlConnection.prototype.run = async function (sql, values) {
    if (/^update "Things" set "[^"]*" = case/u.test(sql)) await work();
    return run.call(this, sql, values);
  };
}

/** Statements under way in a database that wait for a guard of another transaction. */
const GUARDING = "select id from information_schema.processlist where db = ? and info like 'select guard %'";

/** Runs `work`, which waits for no lock of ours, before each index is made; answers the statements that make them. */
function beforeEachIndex(work: () => Promise<unknown>): readonly string[] {
  const { exec } = AlteringConnection.prototype;
  onTestFinished(() => {
    AlteringConnection.prototype.exec = exec;
  });
  const statements: string[] = [];
  AlteringConnection.prototype.exec = async function (sql) {
    if (sql.startsWith("create index")) {
      statements.push(sql);
      await work();
    }
    return exec.call(this, sql);
  };
  return statements;
}

function insert(store: Store, id: string) {
  return store.write((transaction) => transaction.insert("Things", [[id, "x", 1]]));
}

const before: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Name", kind: "text", family: "text", indexed: false },
    { name: "Size", kind: "integer", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

const withIndex = (column: string): StoredTable => ({
  ...before,
  columns: before.columns.map((one) => ({ ...one, indexed: one.name === column })),
});
