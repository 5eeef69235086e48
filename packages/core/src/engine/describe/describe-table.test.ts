import { expect, test } from "vitest";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import { describeActions } from "./describe-table.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: depot, name: Depot, api: { enabled: true, invocable: dataChange } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Due: { type: Date }
      Keeper: { type: Ref, table: Keepers }
      Tags: { type: EnumList, values: [red, blue] }
  Keepers: { key: [Keeper], columns: { Keeper: { type: Text } } }
actions:
  Plain: { table: Orders, set: { Due: TODAY() } }
  Postpone: { table: Orders, condition: 'INPUT("sure", TRUE)', set: { Due: '[Due] + INPUT("days", 7)', Tags: 'INPUT("tags", [Tags])' } }
  Hand Over: { table: Orders, set: { Keeper: 'INPUT("to", [Keeper])', Due: 'INPUT("days", [Due])' } }
  Both: { table: Orders, run: [Postpone, Hand Over, Postpone] }
  All: { table: Keepers, onRows: { table: Orders, rows: 'SELECT(Orders[Order], [Order] < INPUT("most", 1.5))', action: Hand Over } }
`) as { output: AppDefinition };

const inputsOf = (table: string) =>
  describeActions(app, app.tables.get(table) as TableDefinition).map(({ name, inputs }) => [name, inputs]);

const days = { name: "days", type: "Number", json: "integer" };
const sure = { name: "sure", type: "Yes/No", json: "boolean" };
const tags = { name: "tags", type: "Text", json: "array" };
const to = { name: "to", type: "Ref", json: "string", table: "Keepers" };

test("the inputs of an action are its own and those of the actions it runs, each once", () => {
  expect(inputsOf("Orders")).toEqual([
    ["Plain", undefined],
    ["Postpone", [sure, days, tags]],
    ["Hand Over", [to, { name: "days", type: "Date", json: "string" }]],
    ["Both", [sure, days, tags, to]],
  ]);
  const most = { name: "most", type: "Decimal", json: "number" };
  expect(inputsOf("Keepers")).toEqual([["All", [most, to, { name: "days", type: "Date", json: "string" }]]]);
});
