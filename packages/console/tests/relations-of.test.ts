import type { Rules } from "@tablewright/client";
import { expect, test } from "vitest";
import { relationsOf } from "../src/page/map/lay-out.ts";

const RULES: Rules = {
  rules: [
    {
      rule: "Ship",
      table: "Orders",
      on: ["edit"],
      reads: ["Stock", "Orders"],
      steps: [
        { kind: "webhook" },
        { kind: "action", action: "Take", reads: ["Customers"], writes: ["Orders", "Stock"] },
        { kind: "action", action: "Note", reads: ["Stock"], writes: ["Log"] },
      ],
    },
    {
      rule: "Count",
      table: "Orders",
      on: [],
      reads: [],
      steps: [{ kind: "action", action: "Take", reads: [], writes: ["Stock"] }],
    },
  ],
  formulas: [
    { table: "Orders", column: "Name", reads: ["Customers"] },
    { table: "Orders", column: "Left", reads: ["Stock"] },
  ],
};

test("one relation for each pair of tables, without what a Ref says already", () => {
  expect(relationsOf(RULES, (from, to) => from === "Orders" && to === "Customers")).toEqual([
    { kind: "reads", from: "Orders", to: "Stock" },
    { kind: "changes", from: "Orders", to: "Stock" },
    { kind: "changes", from: "Orders", to: "Log" },
  ]);
});

test("no rules, no relations", () => {
  expect(relationsOf({ rules: [], formulas: [] }, () => false)).toEqual([]);
});
