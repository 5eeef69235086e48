import { check, type TableScope } from "@tablewright/core/compiler";
import type { FindPlan, Row, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { expectEqualRows } from "../expect-equal-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { scope } from "../tables/specimens.ts";
import { testContext } from "../test-context.ts";

const notes: StoredTable = {
  name: "Notes",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "Body", kind: "text", family: "text", indexed: false },
  ],
  key: [0],
  rowNumbers: "stable",
};

const id = { isVirtual: false, name: "Id", type: { kind: "Number" }, index: 0 } as const;
const noteScope: TableScope = { name: "Notes", columns: [id], key: [id], rowNumberIndex: 2 };

const MEBI = 1_048_576;
const repeated = (count: number, length: number) => Array.from({ length: count }, () => length);

/** Rows of long texts never take much memory together, for stores over a server. `longest` is a text that it takes. */
export function describeLongRows(make: MakeStore, longest: number): void {
  describe("rows come in parts of few characters where they are long", () => {
    test.each<[what: string, lengths: readonly number[]]>([
      ["all of them", repeated(18, MEBI)],
      ["after many that are short", [...repeated(12_000, 1), ...repeated(18, MEBI)]],
      ["some that are hardly shorter than a part, or longer", [1, longest, longest, 1]],
    ])("%s, in stored order and in one of their own", (_, lengths) =>
      withStore(make, [notes], async (store) => {
        const rows: readonly Row[] = lengths.map((length, at) => [at, "x".repeat(length)]);
        for (let at = 0; at < rows.length; at += 12_000)
          await store.write((transaction) => transaction.insert("Notes", rows.slice(at, at + 12_000)));
        const expected = rows.map(([key], at) => [key, lengths[at]]);
        for (const order of [[], downwards]) {
          const seen: unknown[] = [];
          await store.read(async (transaction) => {
            for await (const batch of (await transaction.find({ ...everything, order })).batches) {
              const own = batch.map(([key, body]) => [key, String(body).length] as const);
              const most = batch.length === 1 ? longest : MOST_CHARACTERS;
              expect(own.reduce((sum, [, length]) => sum + length, 0)).toBeLessThanOrEqual(most);
              for (const one of own) seen.push(one);
            }
          });
          expectEqualRows(seen, order.length > 0 ? expected.toReversed() : expected);
        }
      }),
    );
  });
}

const everything: FindPlan = { table: "Notes", conditions: [], order: [], context: testContext() };

/** By the key, the greatest first. */
const downwards: FindPlan["order"] = [
  {
    expression: check("[Id]", { ...scope, row: noteScope }).output ?? expect.fail(),
    descending: true,
  },
];

const MOST_CHARACTERS = 17 * MEBI;
