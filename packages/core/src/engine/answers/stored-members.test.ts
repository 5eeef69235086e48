import { expect, test } from "vitest";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import { shownColumns } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { Wire } from "../wires/index.ts";
import { WrittenRows } from "./answered-rows.ts";
import { storedMembers } from "./write-cells.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: days, name: Days, owner: me@example.com }
tables:
  Days: { key: [Day, Size], columns: { Day: { type: Date }, Size: { type: Number } } }
  Sums: { key: [Size], columns: { Size: { type: Number }, Twice: { type: Number, virtual: true, formula: "[Size] * 2" } } }
`) as { output: AppDefinition };

const ROW = [0, 1, 7];

async function callWith(wire: Wire, Locale: string, table = "Days"): Promise<Call> {
  const target = { table: app.tables.get(table) as TableDefinition, slice: undefined };
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const request = { action: "Find", table, wire, properties: { Locale } };
  return (await makeCall({ definition: app, services }, target, request, "Find")).output as Call;
}

test("each wire and Locale has its form, whichever came before", async () => {
  const answered: unknown[] = [];
  for (const [wire, locale] of [
    ["spec", "en-US"],
    ["spec", "de-DE"],
    ["typed", "de-DE"],
    ["appsheet", "de-DE"],
    ["spec", "en-US"],
  ] as const) {
    const call = await callWith(wire, locale);
    const members = storedMembers(call, shownColumns(call)) ?? [];
    answered.push(new WrittenRows([ROW], members).makeObjects()[0]);
  }
  const key = { _ComputedKey: expect.any(String) };
  expect(answered).toEqual([
    { _RowNumber: 7, Day: "01/01/1970", Size: 1, ...key },
    { _RowNumber: 7, Day: "01.01.1970", Size: 1, ...key },
    { _RowNumber: 7, Day: "1970-01-01", Size: 1, ...key },
    { _RowNumber: "7", Day: "01/01/1970", Size: "1", ...key },
    { _RowNumber: 7, Day: "01/01/1970", Size: 1, ...key },
  ]);
});

test("calls that are answered alike share their members", async () => {
  const [one, other] = [await callWith("spec", "fr-FR"), await callWith("spec", "fr-FR")];
  expect(storedMembers(one, shownColumns(one))).toBe(storedMembers(other, shownColumns(other)));
});

test("where a virtual column is shown there are none", async () => {
  const call = await callWith("spec", "en-US", "Sums");
  expect(storedMembers(call, shownColumns(call))).toBeUndefined();
});
