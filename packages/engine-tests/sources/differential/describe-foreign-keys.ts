import { type Row, type StoredTable, UnreadableValue, type Value } from "@tablewright/core/storage";
import { readRows, rowsIn } from "@tablewright/store-contract/parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "../source-database.ts";
import { type ForeignTables, keyedTable, keyedTables } from "./foreign-tables.ts";

type Database = Pick<SourceDatabase, "store" | "place" | "ask" | "dispose">;

/**
 * Registers the tests that rows of another program's tables are found, changed and deleted by exactly the keys they are read with,
 * whatever types and collations their key columns have, also where the database itself keeps no key.
 */
export function describeForeignKeys(
  name: string,
  tables: ForeignTables,
  make: () => Promise<Database>,
): void {
  describe(`keys of tables of another program on ${name}`, () => {
    let database: Database;
    const stored = (place: string): readonly StoredTable[] =>
      keyedTables(tables).map((one) => keyedTable(one, place).table);
    beforeAll(async () => {
      database = await make();
      for (const one of keyedTables(tables))
        for (const statement of keyedTable(one, database.place).statements) await database.ask(statement);
      await database.store.open(stored(database.place), { application: "keys" });
    });
    afterAll(async () => {
      await database.store.close();
      await database.dispose();
    });

    function expectTexts(rows: readonly Row[], table: string): void {
      const column = keyedTables(tables).find(({ name }) => name === table)?.column;
      if (column?.texts === undefined) return;
      for (const [read = null, note] of rows) {
        const literal = column.literals[Number(String(note).slice("note ".length)) - 1];
        if (!literal?.startsWith("'")) continue;
        const written = literal.slice(1, -1).replaceAll("''", "'");
        const text = column.texts === "trimmed" ? written.replace(/ +$/u, "") : written;
        expect({ literal, read }).toEqual({ literal, read: text === "" ? null : text });
      }
    }

    test.each(keyedTables(tables).map(({ name }) => name))("%s", async (table) => {
      const { store } = database;
      const rows = await readRows(store, table);
      expect(rows.length).toBeGreaterThan(1);
      expectTexts(rows, table);
      const byKey = Map.groupBy(rows, shown);
      const named = [...byKey.values()].flatMap((some) => (some.length === 1 ? some : [])).filter(hasKey);
      const shared = [...byKey.values()].filter(([row = [], second]) => second !== undefined && hasKey(row));
      const near = named
        .flatMap(([key = null]) => nearTo(key))
        .filter((key) => !byKey.has(JSON.stringify(key)));
      const keys = [...named.map(([key = null]) => key), ...new Set(near)];
      const result = await store.read((transaction) =>
        transaction.getByKeys(
          table,
          keys.map((key) => [key]),
        ),
      );
      expect(result.map((row, at) => [keys[at], row])).toEqual(keys.map((key, at) => [key, named[at]]));
      for (const [[key = null] = []] of shared)
        await expect(store.read((transaction) => transaction.getByKeys(table, [[key]]))).rejects.toThrow(
          UnreadableValue,
        );
      const writing = store.write(async (transaction) => {
        const written = async () => (await rowsIn(transaction, table)).map((row) => row.slice(0, 2));
        const others = rows.filter((row) => !named.includes(row)).map((row) => row.slice(0, 2));
        const expectRows = async (expected: readonly Row[]) =>
          expect(inOrder(await written())).toEqual(inOrder([...expected, ...others]));
        const changed = named.map(([key = null], at) => [key, `row ${at}`]);
        await transaction.update(table, changed);
        await expectRows(changed);
        const isDeleted = (at: number) => at % 2 === 0;
        await transaction.delete(
          table,
          changed.filter((_, at) => isDeleted(at)).map(([key = null]) => [key]),
        );
        await expectRows(changed.filter((_, at) => !isDeleted(at)));
        await transaction.delete(
          table,
          changed.filter((_, at) => !isDeleted(at)).map(([key = null]) => [key]),
        );
        await expectRows([]);
        throw new Undone();
      });
      await expect(writing).rejects.toThrow(Undone);
    });
  });
}

/** Rolls back what a test has written. */
class Undone extends Error {}

function hasKey([key]: Row): boolean {
  return key !== null;
}

function inOrder(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

function shown([key]: Row): string {
  return JSON.stringify(key);
}

/** What is not the key, but could be taken for it. */
function nearTo(value: Value): readonly Value[] {
  if (typeof value === "string")
    return [
      ...[`${value} `, ` ${value}`, value.trimEnd(), value.toUpperCase(), value.toLowerCase(), `0${value}`],
      ...[value.normalize("NFD"), value.normalize("NFC")],
    ].filter((one) => one !== "");
  return typeof value === "number" ? [value + 1, value + 0.5, -value].filter((one) => one !== value) : [];
}
