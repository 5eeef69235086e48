/** Which Edits and actions a store may carry out together with others. */
import { expect, test } from "vitest";
import type { ActionDefinition } from "../../schema/index.ts";
import { loadDefinition } from "../../schema/index.ts";
import { type AwaitedChange, planChange } from "./plan-change.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: edits, name: Edits, owner: me@example.com, history: { keep: 30d } }
tables:
  Own:
    key: [Id]
    history: false
    columns:
      Id: { type: Number }
      Twice: { type: Number, formula: '2 * [Id]', validIf: '[_THIS] > 0' }
      Note: { type: Text }
  Filtered: { key: [Id], history: false, securityFilter: '[Id] > 1', columns: { Id: { type: Number } } }
  FilteredByOthers: { key: [Id], history: false, securityFilter: 'COUNT(Own[Id]) > 1', columns: { Id: { type: Number } } }
  RuledOnAdd: { key: [Id], history: false, columns: { Id: { type: Number }, Note: { type: Text } } }
  Ruled: { key: [Id], history: false, columns: { Id: { type: Number }, Note: { type: Text } } }
  Kept: { key: [Id], columns: { Id: { type: Number } } }
  Virtual: { key: [Id], history: false, columns: { Id: { type: Number }, Twice: { type: Number, virtual: true, formula: '2 * [Id]' } } }
slices:
  Some: { table: Own, filter: '[Id] > 1' }
  Counted: { table: Own, filter: 'COUNT(Filtered[Id]) > 1' }
actions:
  Set: { table: Own, condition: '[Id] > 1', set: { Note: '"x"' } }
  SetByOthers: { table: Own, set: { Note: 'TEXT(COUNT(Filtered[Id]))' } }
  SetWhereOthers: { table: Own, condition: 'COUNT(Filtered[Id]) > 1', set: { Note: '"x"' } }
  Group: { table: Own, run: [Set] }
  Remove: { table: Own, deleteRow: true }
  Mark: { table: RuledOnAdd, set: { Note: '"x"' } }
  MarkEdited: { table: Ruled, set: { Note: '"x"' } }
rules:
  OnAdd: { table: RuledOnAdd, on: [add], steps: [{ action: Mark }] }
  OnEdit: { table: Ruled, on: [edit], steps: [{ action: MarkEdited }] }
`);

const change = { dryRun: false, once: undefined, updatesDuplicates: false, isJson: true };
const plain = { slice: undefined, change, answer: { forms: false } };

test("an Edit that reads nothing else and that nothing hears of updates alone", () => {
  const alone = [...loaded().tables.values()].filter((table) =>
    isOnlyUpdate({ ...plain, app: loaded(), table }),
  );
  expect(alone.map(({ name }) => name)).toEqual(["Own", "Filtered", "RuledOnAdd"]);
});

test("of slices those whose filters read the row alone", () => {
  const alone = [...loaded().slices.values()].filter((slice) =>
    isOnlyUpdate({ ...plain, app: loaded(), table: slice.table, slice }),
  );
  expect(alone.map(({ name }) => name)).toEqual(["Some"]);
});

test("of actions those that set columns by what the row says", () => {
  const alone = [...loaded().actions.values()].filter((action) =>
    isOnlyUpdate({ ...plain, app: loaded(), table: action.table }, action),
  );
  expect(alone.map(({ name }) => name)).toEqual(["Set", "Mark"]);
});

test.each([
  { change: { ...change, once: { caller: "me", key: "k", call: "c" } } },
  { answer: { forms: true } },
])("not so with %o", (differently) => {
  const table = loaded().tables.get("Own");
  if (table === undefined) throw new Error("There is no table.");
  expect(isOnlyUpdate({ ...plain, ...differently, app: loaded(), table })).toBe(false);
});

function isOnlyUpdate(awaited: AwaitedChange, action?: ActionDefinition) {
  return planChange(awaited, action ?? "edit").use.batch === "update";
}

function loaded() {
  if (app === undefined) throw new Error("The definition has errors.");
  return app;
}
