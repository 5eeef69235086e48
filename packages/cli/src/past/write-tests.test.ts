/** Rule tests of calls that differ: each row that differs is one expected row. */
import type { CallDifference } from "@tablewright/core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { writeTests } from "./write-tests.ts";

const cell = (key: string, column: string, now: number) =>
  ({ about: "cell", name: `T.${column}`, table: "T", key, column, old: 0, new: now }) as const;

test("a batch is one step, with what holds for all of its calls", () => {
  const difference: CallDifference = {
    call: "c",
    time: "2026-03-14T15:09:26.000Z",
    user: null,
    action: "Batch",
    version: "v",
    changed: [cell("a", "N", 1)],
    sent: [
      { action: "Add", table: "T", rows: [{ K: "a" }] },
      { action: "Find", table: "T", properties: { Selector: "T" } },
    ],
    batch: { properties: { Locale: "de-DE" } },
    keys: { T: { a: { K: "a" } } },
    given: {},
  };
  const [one] = Object.values(parse(writeTests([difference]).text).tests) as [{ when: object }];
  expect(one.when).toEqual([
    {
      batch: [
        { table: "T", Action: "Add", Rows: [{ K: "a" }] },
        { table: "T", Action: "Find", Properties: { Selector: "T" } },
      ],
      Properties: { Locale: "de-DE" },
    },
  ]);
});

test("cells of a row are one expected row, and cells of another row are another", () => {
  const difference: CallDifference = {
    call: "c",
    time: "2026-03-14T15:09:26.000Z",
    user: null,
    action: "Edit",
    version: "v",
    changed: [cell("a", "N", 1), cell("a", "M", 2), cell("b", "N", 3)],
    sent: [{ action: "Edit", table: "T", rows: [{ K: "a" }, { K: "b" }] }],
    keys: { T: { a: { K: "a" }, b: { K: "b" } } },
    given: {},
  };
  const { text, count } = writeTests([difference]);
  expect(count).toBe(1);
  const [one] = Object.values(parse(text).tests) as [{ expect: object }];
  expect(one.expect).toEqual({
    tables: {
      T: {
        contains: [
          { K: "a", N: 1, M: 2 },
          { K: "b", N: 3 },
        ],
      },
    },
  });
});
