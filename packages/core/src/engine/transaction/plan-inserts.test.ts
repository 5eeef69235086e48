/** Which Adds a store may carry out together with others. */
import { expect, test } from "vitest";
import { loadDefinition } from "../../schema/index.ts";
import { type AwaitedChange, planChange } from "./plan-change.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: adds, name: Adds, owner: me@example.com, history: { keep: 30d } }
tables:
  Own:
    key: [Id]
    history: false
    columns:
      Id: { type: Number, initialValue: 'RANDBETWEEN(1, 9)' }
      Twice: { type: Number, formula: '2 * [Id]', validIf: '[_THIS] > 0' }
  Filtered: { key: [Id], history: false, securityFilter: '[Id] > 1', columns: { Id: { type: Number } } }
  Edited: { key: [Id], history: false, columns: { Id: { type: Number }, Note: { type: Text } } }
  Ruled: { key: [Id], history: false, columns: { Id: { type: Number }, Note: { type: Text } } }
  Kept: { key: [Id], columns: { Id: { type: Number } } }
  Checked: { key: [Id], history: false, withCheck: true, securityFilter: '[Id] > 1', columns: { Id: { type: Number } } }
  Numbered: { key: [Id], history: false, columns: { Id: { type: Number, autoNumber: true } } }
  Referring: { key: [Id], history: false, columns: { Id: { type: Number }, To: { type: Ref, table: Named } } }
  Enforced: { key: [Id], history: false, columns: { Id: { type: Number }, To: { type: Ref, table: Named, enforce: true } } }
  Named: { key: [Id], history: false, columns: { Id: { type: Number } } }
  Counting: { key: [Id], history: false, columns: { Id: { type: Number, initialValue: 'COUNT(Own[Id])' } } }
  Virtual: { key: [Id], history: false, columns: { Id: { type: Number }, Twice: { type: Number, virtual: true, formula: '2 * [Id]' } } }
  Free: { key: [Id], history: false, updates: 'IF(COUNT(Own[Id]) > 3, "READ_ONLY", "ALL_CHANGES")', columns: { Id: { type: Number } } }
actions:
  Set: { table: Edited, set: { Note: '"x"' } }
  Mark: { table: Ruled, set: { Note: '"x"' } }
rules:
  OnEdit: { table: Edited, on: [edit], steps: [{ action: Set }] }
  OnAdd: { table: Ruled, on: [add], steps: [{ action: Mark }] }
`);

const change = { dryRun: false, once: undefined, updatesDuplicates: false, isJson: true };
const plain = { slice: undefined, change, answer: { forms: false } };

test("an Add that reads nothing and that nothing hears of inserts alone", () => {
  const alone = [...tables()].filter((table) => isOnlyInsert({ ...plain, app: loaded(), table }));
  expect(alone.map(({ name }) => name)).toEqual(["Own", "Filtered", "Edited", "Referring"]);
});

test.each([
  { change: { ...change, once: { caller: "me", key: "k", call: "c" } } },
  { change: { ...change, updatesDuplicates: true } },
  { answer: { forms: true } },
])("not so with %o", (differently) => {
  const [table] = tables();
  if (table === undefined) throw new Error("There is no table.");
  expect(isOnlyInsert({ ...plain, ...differently, app: loaded(), table })).toBe(false);
});

function isOnlyInsert(awaited: AwaitedChange) {
  return planChange(awaited, "add").use.batch === "insert";
}

function loaded() {
  if (app === undefined) throw new Error("The definition has errors.");
  return app;
}

function tables() {
  return [...loaded().tables.values()];
}
