import { expect, test } from "vitest";
import { checkHistory } from "./check-history.ts";
import type { ListTransaction } from "./list-history.ts";

type Read = Record<string, readonly number[]>;

const transaction = (reads: Read, appends: Record<string, number> = {}): ListTransaction => ({
  reads: Object.entries(reads).map(([list, values]) => ({ list, values })),
  appends: Object.entries(appends).map(([list, value]) => ({ list, value })),
});

test.each<[what: string, history: readonly ListTransaction[], last: Read, wrong: RegExp | undefined]>([
  ["nothing", [], { a: [] }, undefined],
  [
    "one after the other",
    [
      transaction({ a: [] }, { a: 1 }),
      transaction({ a: [1] }, { a: 2, b: 2 }),
      transaction({ a: [1, 2], b: [2] }),
    ],
    { a: [1, 2], b: [2] },
    undefined,
  ],
  [
    "a lost value",
    [transaction({ a: [] }, { a: 1 }), transaction({ a: [] }, { a: 2 })],
    { a: [2] },
    /has lost 1/u,
  ],
  ["what was rolled back", [transaction({ a: [7] })], { a: [7] }, /rolled back/u],
  ["a value that stands twice", [transaction({}, { a: 1 })], { a: [1, 1] }, /twice/u],
  [
    "a read of what never was",
    [transaction({}, { a: 1 }), transaction({}, { a: 2 }), transaction({ a: [2] })],
    { a: [1, 2] },
    /never was/u,
  ],
  [
    "writes that cross",
    [transaction({}, { a: 1, b: 1 }), transaction({}, { a: 2, b: 2 })],
    { a: [1, 2], b: [2, 1] },
    /2 transactions have no order/u,
  ],
  [
    "write skew",
    [transaction({ a: [], b: [] }, { a: 1 }), transaction({ a: [], b: [] }, { b: 2 })],
    { a: [1], b: [2] },
    /2 transactions have no order/u,
  ],
  [
    "a read between two writes of one transaction, and others around it",
    [
      transaction({}, { c: 9 }),
      transaction({}, { a: 1, b: 1 }),
      transaction({ a: [1], b: [] }),
      transaction({ c: [9] }),
    ],
    { a: [1], b: [1], c: [9] },
    /2 transactions have no order/u,
  ],
])("%s", (_, history, last, wrong) => {
  const told = checkHistory(history, transaction(last));
  if (wrong === undefined) expect(told).toBe(undefined);
  else expect(told).toMatch(wrong);
});
