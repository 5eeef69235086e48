import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: rules, name: Rules, locale: en-US, timezone: UTC }
tables:
  Groups:
    key: [Group]
    columns: { Group: { type: Text } }
  Items:
    key: [Item]
    columns:
      Item: { type: Text }
      Group: { type: Ref, table: Groups, enforce: true }
      Size: { type: Number, initialValue: "1" }
      Room: { type: Number, initialValue: "[Size] + 1" }
      Area: { type: Number, virtual: true, formula: "[Size] * [Room]" }
      Note: { type: Text, validIf: "[Area] < 10", requiredIf: "[Area] = 6" }
rules:
  Large items stay: { table: Items, on: [delete], condition: "[Size] > 5", steps: [{ refuse: A large item stays. }] }
`;

/** Rules that depend on more than the cell they stand at. */
export function describeRules(make: MakeStore): void {
  const withItems = (run: Parameters<typeof withWorkshop>[1]) =>
    withWorkshop(make, run, undefined, DEFINITION);
  const items = (action: string, ...rows: object[]) => ({ action, table: "Items", rows: rows as never });

  describe("rules", () => {
    test("an initial value sees the initial values before it, not what is sent in their place", () =>
      withItems(async ({ rows }) => {
        expect(await rows(items("Add", { Item: "a" }, { Item: "b", Size: 5 }))).toMatchObject([
          { Size: 1, Room: 2, Area: 2 },
          { Size: 5, Room: 2, Area: 10 },
        ]);
      }));

    test("a rule that reads a virtual column is tried when a column under it changes", () =>
      withItems(async ({ rows, errors }) => {
        await rows(items("Add", { Item: "a", Note: "small" }));
        expect(await errors(items("Edit", { Item: "a", Size: 9 }))).toEqual(["1 Note rule/valid-if"]);
        expect(await errors(items("Edit", { Item: "a", Size: 3, Note: "" }))).toEqual([
          "1 Note rule/required",
        ]);
      }));

    test("a Ref that is enforced names a row that is there", () =>
      withItems(async ({ rows, errors }) => {
        await rows({ action: "Add", table: "Groups", rows: [{ Group: "g" }] });
        await rows(items("Add", { Item: "a", Group: "g" }, { Item: "b", Group: "" }));
        expect(await errors(items("Add", { Item: "c", Group: "h" }))).toEqual(["1 Group cell/no-such-row"]);
        expect(await errors(items("Edit", { Item: "a", Group: "G" }))).toEqual(["1 Group cell/no-such-row"]);
      }));

    test("a rule refuses a change of rows that meet its condition, in its own words", () =>
      withItems(async ({ rows, errors, engine }) => {
        await rows(items("Add", { Item: "a", Size: 9 }, { Item: "b" }, { Item: "c", Size: 6 }));
        const deleted = items("Delete", { Item: "a" }, { Item: "b" }, { Item: "c" });
        expect(await errors(deleted)).toEqual(["1 workflow/stopped", "3 workflow/stopped"]);
        const result = await engine.execute(deleted);
        expect(result).toMatchObject({ ok: false, diagnostics: [{ message: "A large item stays." }, {}] });
        expect(await rows(items("Delete", { Item: "b" }))).toMatchObject([{ Item: "b" }]);
        expect(await rows({ action: "Find", table: "Items" })).toMatchObject([{ Item: "a" }, { Item: "c" }]);
      }));
  });
}
