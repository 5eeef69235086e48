/** A process that ends between any two statements of opening a store leaves what the next one completes. */
import {
  DefinitionOutdated,
  type Migration,
  type PartwiseFilling,
  type StoredTable,
} from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { contentsOf } from "./contents-of.ts";
import { ENDED, endAfter } from "./end-after.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("opening", () => {
  test("that ends before any of its statements is completed by the next one", async () => {
    const { options, release } = temporarySchema();
    const schema = String(options.schema);
    const store = await postgresStore(options);
    /** What lies in the schema when opening has ended after so many statements, and is begun again. */
    const contentsAfter = async (statements: number) => {
      await store.open([before]);
      await store.write((transaction) => transaction.insert("Things", ROWS));
      endAfter(statements);
      const isWhole = await store.open([after, notes], { fillInParts }).then(
        () => true,
        (error: Error) => (error.message === ENDED ? false : expect.fail(error.message)),
      );
      endAfter(Number.POSITIVE_INFINITY);
      await store.open([after, notes], { fillInParts });
      const contents = JSON.stringify(await contentsOf(schema));
      await ask(`drop table "Things", "Notes"; delete from tablewright_tables`);
      return { isWhole, contents };
    };

    const whole = await contentsAfter(Number.POSITIVE_INFINITY);
    expect(whole.contents).toMatch(/Things by Name.*Things by Size.*of b/u);
    for (let statements = 0; ; statements++) {
      const { isWhole, contents } = await contentsAfter(statements);
      expect(contents).toEqual(whole.contents);
      if (!isWhole) continue;
      expect(statements).toBeGreaterThan(4);
      break;
    }
    await store.close();
    await release();
  });

  test("that migrates and ends before any of its statements is completed, or taken back by the old definition", async () => {
    const { options, release } = temporarySchema();
    const schema = String(options.schema);
    const store = await postgresStore(options);
    /** What lies in the schema when migrating has ended after so many statements, others have written, and a definition is opened. */
    const contentsAfter = async (statements: number, next: StoredTable) => {
      await store.open([sizes]);
      await store.write((transaction) => transaction.insert("Things", [["a", "1"], ["b"]]));
      const old = await postgresStore(options);
      await old.open([sizes]);
      const whole = JSON.stringify(await contentsOf(schema));
      endAfter(statements);
      const isWhole = await store.open([items], { migration }).then(
        () => true,
        (error: Error) => (error.message === ENDED ? false : expect.fail(error.message)),
      );
      endAfter(Number.POSITIVE_INFINITY);
      const writing = old.write((transaction) => transaction.update("Things", [["a", "9"]]));
      const isWritten = await writing.then(
        () => true,
        (error: Error) => (error instanceof DefinitionOutdated ? false : expect.fail(error.message)),
      );
      const isTakenBack =
        next === sizes &&
        (await store.open([sizes]).then(
          () => true,
          () => false,
        ));
      if (next === sizes) expect(isTakenBack).toBe(isWritten);
      if (!isTakenBack) await store.open([items], { migration });
      const name = isTakenBack ? "Things" : "Items";
      const sized = (size: number) => ["a", isTakenBack ? `${size}` : size];
      const [row] = await store.read((transaction) => transaction.getByKeys(name, [["a"]]));
      expect(row).toEqual([...sized(isWritten ? 9 : 1), 1]);
      await store.write((transaction) => transaction.update(name, [sized(1)]));
      const contents = JSON.stringify(await contentsOf(schema));
      await old.close();
      await ask(`drop table "${name}"; delete from tablewright_tables; delete from tablewright_migrations`);
      await ask("delete from tablewright_refills");
      return { isWhole, isTakenBack, whole, contents };
    };

    const migrated = await contentsAfter(Number.POSITIVE_INFINITY, items);
    expect(migrated.contents).toMatch(/"Size","data_type":"bigint".*Items by Size/u);
    const ends: boolean[] = [];
    for (let statements = 0; ; statements++) {
      const completed = await contentsAfter(statements, items);
      expect(completed.contents).toEqual(migrated.contents);
      if (completed.isWhole) break;
      const opened = await contentsAfter(statements, sizes);
      expect(opened.contents).toEqual(opened.isTakenBack ? opened.whole : migrated.contents);
      ends.push(opened.isTakenBack);
    }
    // First all of it is as it was, then all of it is new.
    expect(ends).toEqual(ends.toSorted((one, other) => Number(other) - Number(one)));
    expect(ends.filter((isTakenBack) => isTakenBack).length).toBeGreaterThan(3);
    expect(ends).toContain(false);
    await store.close();
    await release();
  });
});

const fillInParts: PartwiseFilling = {
  steps: (added) => added,
  fillRows: async (transaction, step, rows) => {
    const filled = rows.map((row) => row.with(2, `of ${row[0]}`));
    await transaction.update(step.table, filled);
    return [];
  },
};

const ROWS = [
  ["a", "x"],
  ["b", "y"],
];

const text = (name: string, indexed = false) => ({ name, kind: "text", family: "text", indexed }) as const;
const before: StoredTable = {
  name: "Things",
  columns: [text("Id"), text("Name"), text("Kind", true)],
  key: [0],
  rowNumbers: "position",
};
const after: StoredTable = {
  ...before,
  columns: [text("Id"), text("Name", true), text("Size", true), text("Kind")],
  key: [1],
  rowNumbers: "stable",
};
const number = (name: string, indexed = false) =>
  ({ name, kind: "integer", family: "number", indexed }) as const;
const sizes: StoredTable = { ...before, columns: [text("Id"), text("Size", true)] };
const items: StoredTable = {
  ...before,
  name: "Items",
  was: "Things",
  columns: [text("Id"), number("Size", true)],
};
const migration: Migration = { drops: false, converting: () => Number };

const notes: StoredTable = { ...before, name: "Notes", columns: [text("Note", true)] };
