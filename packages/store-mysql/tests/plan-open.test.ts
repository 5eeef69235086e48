/** What opening a database would do, told beforehand, and what is left when it is interrupted. */
import type { StoredTable } from "@tablewright/core/storage";
import { describeEngineMigrations } from "@tablewright/engine-tests";
import { describeMigrations } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { AlteringConnection } from "../src/database.ts";
import { mysqlStore } from "../src/index.ts";
import { contentsOf } from "./contents-of.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => {
  const make = async () => {
    const { options, release } = await temporaryDatabase();
    const store = await mysqlStore(options);
    const dispose = async () => {
      await store.close();
      await release();
    };
    return { store, contents: () => contentsOf(options.database), dispose };
  };
  describeMigrations("MariaDB", make, { altersInSteps: true });
  describeEngineMigrations(make);

  test("opening that is interrupted before any of its statements is completed by the next one", async () => {
    const { options, release } = await temporaryDatabase();
    const exec = AlteringConnection.prototype.exec;
    let left = 0;
    AlteringConnection.prototype.exec = function (sql) {
      if (left-- === 0) return Promise.reject(new Error("interrupted"));
      return exec.call(this, sql);
    };
    try {
      for (const tables of [[before], [after]]) {
        for (let statements = 0; ; statements++) {
          const store = await mysqlStore(options);
          left = statements;
          const isWhole = await store.open(tables).then(
            () => true,
            (error: Error) => error.message !== "interrupted",
          );
          left = Number.POSITIVE_INFINITY;
          if (tables[0] === before && isWhole)
            await store.write((transaction) => transaction.insert("Things", [["a", "x"]]));
          const opened = await store.planOpen?.(tables);
          await store.close();
          if (!isWhole) continue;
          expect(statements).toBeGreaterThan(2);
          expect(opened?.filter(({ what }) => what !== "keepColumn")).toEqual([]);
          break;
        }
      }
      const store = await mysqlStore(options);
      await store.open([after]);
      await store.write((transaction) => transaction.insert("Things", [["b", "y", 0.5]]));
      const rows = await store.read((transaction) => transaction.getByKeys("Things", [["x"], ["y"]]));
      expect(rows).toEqual([
        ["a", "x", null, 1],
        ["b", "y", 0.5, 2],
      ]);
      await store.close();
      const lying =
        "select table_name from information_schema.tables where table_schema = ? and table_comment <> ''";
      expect(await ask(lying, [options.database])).toEqual([{ table_name: "Things" }]);
      const made =
        "select index_name, group_concat(column_name, ifnull(sub_part, '')) as made from information_schema.statistics " +
        "where table_schema = ? and table_name = 'Things' group by index_name";
      const indexes = (await ask(made, [options.database])).map((one) => one.made);
      expect(indexes.length).toBe(new Set(indexes).size);
    } finally {
      AlteringConnection.prototype.exec = exec;
    }
    await release();
  });
});

const text = (name: string, indexed = false) => ({ name, kind: "text", family: "text", indexed }) as const;
const before: StoredTable = {
  name: "Things",
  columns: [text("Id"), text("Name", true)],
  key: [0],
  rowNumbers: "position",
};
const after: StoredTable = {
  ...before,
  columns: [text("Id", true), text("Name"), { name: "Share", kind: "real", family: "number", indexed: true }],
  key: [1],
};
