import { expect, test } from "vitest";
import { describePlan } from "./describe-plan.ts";

const NO_TABLES = new Map();

test("another key is printed with the rows that wait", () => {
  expect(describePlan([{ what: "changeKey", table: "Orders", columns: ["Due", "Total"] }], NO_TABLES)).toBe(
    'Orders: the key becomes "Due", "Total"\n' +
      'Calls that change rows wait while this is done to the rows of "Orders".',
  );
});

test("a wait of several seconds is estimated", () => {
  const step = {
    what: "convertColumn",
    table: "Orders",
    column: "Total",
    held: "text",
    holds: "real",
  } as const;
  expect(describePlan([{ ...step, values: 205_000 }], NO_TABLES)).not.toContain("wait");
  expect(describePlan([{ ...step, values: 205_000, isExclusive: true }], NO_TABLES)).toContain(
    'Calls that change rows wait while this is done to the rows of "Orders", for up to 21 s or so.',
  );
  const added = { what: "addColumn", table: "Orders", column: "Due", holds: "text", rows: 99_000 } as const;
  const filled = { ...added, filledBy: "formula" } as const;
  expect(describePlan([filled], NO_TABLES)).not.toContain("wait");
  expect(describePlan([{ ...filled, isExclusive: true }], NO_TABLES)).toContain("for up to 10 s or so.");
});
