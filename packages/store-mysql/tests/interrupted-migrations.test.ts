/** A process that ends between any two statements of a migration leaves the old state, or one that the next process completes. */
import type { Migration, StoredColumn, StoredTable } from "@tablewright/core/storage";
import { afterEach, describe, expect, test } from "vitest";
import { AlteringConnection } from "../src/database.ts";
import { mysqlStore } from "../src/index.ts";
import { contentsOf } from "./contents-of.ts";
import { ENDED, endAfter } from "./end-after.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

const { exec } = AlteringConnection.prototype;

describe.skipIf(server === "")("migrating", () => {
  afterEach(() => {
    AlteringConnection.prototype.exec = exec;
  });

  test("that ends before any of its statements is taken back by the old definition or completed by the new one", async () => {
    /** What lies in a database when a migration has ended after so many statements, and one of the definitions is opened. */
    const contentsAfter = async (statements: number, next: readonly StoredTable[]) => {
      const { options, release } = await temporaryDatabase();
      const store = await mysqlStore(options);
      await store.open(BEFORE);
      await store.write((transaction) => transaction.insert("Things", ROWS));
      await store.write((transaction) => transaction.insert("Notes", [["n"]]));
      const before = JSON.stringify(await contentsOf(options.database));
      endAfter(statements);
      const isWhole = await store.open(AFTER, { migration }).then(
        () => true,
        (error: Error) => (error.message === ENDED ? false : expect.fail(error.stack ?? error.message)),
      );
      endAfter(Number.POSITIVE_INFINITY);
      const isTakenBack = await store.open(next, next === AFTER ? { migration } : {}).then(
        () => next === BEFORE,
        () => false,
      );
      if (!isTakenBack) await store.open(AFTER, { migration });
      // A start that meets the lock of a connection that the server has not ended yet leaves what is begun to the next start.
      else
        await expect
          .poll(
            () =>
              store
                .open(BEFORE)
                .then(() => contentsOf(options.database))
                .then(JSON.stringify),
            {
              timeout: 60_000,
            },
          )
          .not.toContain("shadowOf");
      const contents = JSON.stringify(await contentsOf(options.database));
      await store.close();
      await release();
      return { isWhole, isTakenBack, before, contents };
    };

    const whole = await contentsAfter(Number.POSITIVE_INFINITY, AFTER);
    expect(whole.contents).toMatch(/"Size~2","column_type":"longtext"/u);
    const ends: boolean[] = [];
    for (let statements = 0; ; statements++) {
      const opened = await contentsAfter(statements, BEFORE);
      expect(opened.contents).toEqual(opened.isTakenBack ? opened.before : whole.contents);
      // What was not taken back has been completed. Every other one: which statement comes next decides nothing here.
      if (opened.isTakenBack && statements % 2 === 0)
        expect((await contentsAfter(statements, AFTER)).contents).toEqual(whole.contents);
      ends.push(opened.isTakenBack);
      if (opened.isWhole) break;
    }
    // First all of it is as it was, then all of it is new.
    expect(ends).toEqual(ends.toSorted((one, other) => Number(other) - Number(one)));
    expect(ends.filter((isTakenBack) => isTakenBack).length).toBeGreaterThan(4);
    expect(ends.filter((isTakenBack) => !isTakenBack).length).toBeGreaterThan(4);
  });

  test("goes on after statements that the server has completed for a process that is gone", async () => {
    const { options, release } = await temporaryDatabase();
    const store = await mysqlStore(options);
    await store.open(BEFORE);
    await store.write((transaction) => transaction.insert("Things", ROWS));
    const statements = completeTwice();
    await store.open(AFTER, { migration });
    expect(statements.filter((sql) => sql.includes("drop column"))).toHaveLength(2);
    const rows = await store.read((transaction) => transaction.getByKeys("Things", [["1"], ["2"]]));
    expect(rows).toEqual([
      ["a", "1", "x", 1],
      ["b", "2", null, 2],
    ]);
    await store.close();
    await release();
  });
});

/** Carries out what changes columns or indexes twice: once as a process would whose last statement the server completes when it is gone. */
function completeTwice(): readonly string[] {
  const statements: string[] = [];
  AlteringConnection.prototype.exec = async function (sql) {
    if (!/^(?:alter table|drop index|create index)/u.test(sql)) return exec.call(this, sql);
    statements.push(sql);
    await (this as unknown as { client: { query(sql: string): Promise<unknown> } }).client.query(sql);
    return exec.call(this, sql);
  };
  return statements;
}

const migration: Migration = {
  drops: true,
  converting: () => (value) => (value === null ? null : `${value}`),
};

const text = (name: string, indexed = false): StoredColumn => ({
  name,
  kind: "text",
  family: "text",
  indexed,
});
const number = (name: string, indexed = false): StoredColumn => ({
  ...text(name, indexed),
  kind: "integer",
  family: "number",
});
const table = (
  name: string,
  columns: readonly StoredColumn[],
  key: readonly number[] = [0],
): StoredTable => ({
  name,
  columns,
  key,
  rowNumbers: "position",
});

const BEFORE = [
  table("Things", [text("Id"), number("Size", true), number("Old", true), text("Kind", true)], [0, 2]),
  table("Notes", [text("Note", true)]),
];

/** Another type, key and name, an index, and what is not there any more. */
const AFTER = [table("Things", [text("Id"), text("Size", true), { ...text("Sort"), was: "Kind" }], [1])];

const ROWS = [
  ["a", 1, 7, "x"],
  ["b", 2, 8, null],
];
