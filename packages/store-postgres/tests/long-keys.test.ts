/** Keys beyond what an index of the ordinary kind takes: unique, found, and kept apart from others that begin alike. */
import type { Store, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const column = (name: string, isNumber = false) =>
  ({
    name,
    kind: isNumber ? "integer" : "text",
    family: isNumber ? "number" : "text",
    indexed: false,
  }) as const;

const single: StoredTable = {
  name: "Notes",
  columns: [column("Id"), column("Text")],
  key: [0],
  rowNumbers: "position",
};
const composite: StoredTable = {
  name: "Parts",
  columns: [column("Line", true), column("Id"), column("Text")],
  key: [0, 1],
  rowNumbers: "position",
};

/** 1,024 characters of four bytes each that do not compress. */
function longKey(seed: number): string {
  let state = seed;
  return Array.from({ length: 1_024 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCodePoint(0x20000 + (state % 40_000));
  }).join("");
}

const alike = [
  longKey(1),
  `${longKey(1).slice(0, -2)}𠀀`,
  `\\x${longKey(2).slice(4)}`,
  "\\x00",
  "short",
  "Short",
];

describe.skipIf(server === "")("long keys", () => {
  test.each([
    ["of one column", single, (key: string) => [key]],
    ["of two columns", composite, (key: string) => [7, key]],
  ])("%s are unique and found", (_, table, keyOf) =>
    withStore(async (store, schema) => {
      await store.open([table]);
      const [first = "", ...others] = alike;
      await store.write((transaction) => transaction.insert(table.name, [[...keyOf("short"), "x"]]));
      const added = [first, ...others].filter((key) => key !== "short").map((key) => [...keyOf(key), "x"]);
      const { duplicates } = await store.write((transaction) => transaction.insert(table.name, added));
      expect(duplicates).toEqual([]);
      const again = await store.write((transaction) =>
        transaction.insert(table.name, [[...keyOf(longKey(9))], [...keyOf(first)], [...keyOf("short")]]),
      );
      expect(again.duplicates).toEqual([1, 2]);
      await store.write((transaction) => transaction.update(table.name, [[...keyOf(first), "changed"]]));
      const found = await store.read((transaction) =>
        transaction.getByKeys(table.name, [...alike, longKey(9)].map(keyOf)),
      );
      expect(found.map((row) => row?.at(-2))).toEqual(["changed", "x", "x", "x", "x", "x", undefined]);
      await ask(`set search_path to "${schema}"`);
      await ask("set enable_seqscan to off");
      const plan = await ask(`explain select * from "${table.name}" where "Id" = 'short'`);
      await ask("reset enable_seqscan");
      expect(JSON.stringify(plan)).toMatch(/Index|Bitmap/u);
      await store.open([table]);
      await store.write((transaction) => transaction.delete(table.name, [keyOf(first)]));
      const { rows } = await store.write((transaction) =>
        transaction.insert(table.name, [[...keyOf(first)]]),
      );
      expect(rows.length).toBe(1);
    }),
  );

  test("make no difference to a column that becomes the key", () =>
    withStore(async (store) => {
      await store.open([single]);
      await store.write((transaction) =>
        transaction.insert("Notes", [
          ["a", alike[0] ?? ""],
          ["b", alike[1] ?? ""],
        ]),
      );
      await store.open([{ ...single, key: [1] }]);
      const { duplicates } = await store.write((transaction) =>
        transaction.insert("Notes", [["c", alike[1] ?? ""]]),
      );
      expect(duplicates).toEqual([0]);
    }));
});

async function withStore(work: (store: Store, schema: string) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore(options);
  try {
    await work(store, String(options.schema));
  } finally {
    await store.close();
    await release();
  }
}
