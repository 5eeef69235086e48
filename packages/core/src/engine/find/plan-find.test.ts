import { expect, test } from "vitest";
import { check, type TimeSlice } from "../../expression/parts.ts";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import { findTarget } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import { checkSelector } from "./check-selector.ts";
import { planFind } from "./plan-find.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: many, name: Many, owner: me@example.com }
tables:
  Rows: { key: [Row], columns: { Row: { type: Number }, Size: { type: Number } } }
`) as { output: AppDefinition };

async function callWith(isOver: boolean): Promise<Call> {
  const target = findTarget(app, "Rows").output as { table: TableDefinition; slice: undefined };
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const turn: TimeSlice = { isOver, pause: async () => {} };
  const request = { action: "Find", table: "Rows", turn };
  return (await makeCall({ definition: app, services }, target, request, "Find")).output as Call;
}

const conditions = Array.from({ length: 500 }, (_, at) => `[Size] > ${at}`).join(", ");
const selector = `FILTER(Rows, AND(${conditions}))`;

test("a long Selector is tokenised, parsed, checked and planned condition by condition, with pauses between", async () => {
  const call = await callWith(true);
  expect([...checkSelector(call, selector)]).toHaveLength(3);
  const { output } = check(selector, app.scope);
  if (output === undefined) throw new Error("The Selector is wrong.");
  expect([...planFind(call, output)]).toHaveLength(500);
});

test("an error in it is worded after pauses, too", async () => {
  const call = await callWith(true);
  const works = [`AND(${conditions})`, `FILTER(Rows, AND(${conditions}, [Sise] > 3))`].map((source) =>
    checkSelector(call, source),
  );
  expect(works.map((work) => [...work].length)).toEqual([5, 5]);
});

test("nothing pauses before the turn is over", async () => {
  const call = await callWith(false);
  expect([...checkSelector(call, `${selector} `)]).toEqual([]);
});
