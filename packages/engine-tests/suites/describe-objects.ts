import { createEngine, loadDefinition, type ResultRow } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, locale: de-DE, timezone: UTC, history: { keep: 2d } }
types:
  Home: { city: Text, since: Date }
  Note: { json: Text }
  Line: { sku: Text, price: Price, quantity: Number, tags: { type: List, itemType: Text } }
  Seat: { row: { type: Number, min: 1, max: 40, required: true }, class: { type: Text, values: [first, second] } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Customer: { type: Object, fields: { name: Text, home: Home, vip: Yes/No } }
      Lines: { type: List, of: Line, validIf: 'COUNT(FILTER([_THIS], [quantity] < 0)) = 0' }
      Marks: { type: List, of: Decimal }
      Notes: { type: List, of: Note }
      Seats: { type: List, of: Seat }
      Total: { type: Price, formula: "SUM(MAP([Lines], [price] * [quantity]))" }
      Cheapest: { type: Object, of: Line, virtual: true, formula: 'MINROW([Lines], "price")' }
`;

const ANN = { name: "Ann", home: { city: "Oslo", since: "2024-05-06" }, vip: true };
const LINES = [
  { sku: "a", price: 2.5, quantity: 2, tags: ["x", "é"] },
  { sku: "b", price: 10, quantity: 1, tags: [] },
];

/** Objects and lists of objects as columns: one form in, one form out, and conditions on their fields. */
export function describeObjects(make: MakeStore): void {
  let store: Store | undefined;
  const keep = (made: Store) => {
    store = made;
    return made;
  };
  const withShop = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, keep, DEFINITION);

  describe("objects", () => {
    test.each([
      ["spec", LINES, [1, 2.5]],
      ["typed", LINES, [1, 2.5]],
      ["appsheet", JSON.stringify(LINES), "[1,2.5]"],
    ] as const)("on the wire %s lists are what that says", (wire, lines, marks) =>
      withShop(async ({ rows }) => {
        await rows(add({ Order: "1", Lines: LINES, Marks: [1, 2.5] }));
        const [row] = await rows({ action: "Find", table: "Orders", rows: [{ Order: "1" }], wire });
        expect(row).toMatchObject({ Lines: lines, Marks: marks });
      }),
    );

    test("objects come back as they were sent, blanks and empty lists as well", () =>
      withShop(async (workshop) => {
        const [given] = await workshop.rows(
          add({ Order: "1", Customer: ANN, Lines: LINES, Marks: [1, 2.5] }),
        );
        expect(given).toMatchObject({ Customer: ANN, Lines: LINES, Marks: [1, 2.5], Total: 15 });
        expect(given).toMatchObject({ Cheapest: LINES[0] });
        await workshop.rows(add({ Order: "2", Customer: { name: "Bo" }, Lines: [{}] }));
        await workshop.rows(add({ Order: "3" }));
        const none = { sku: null, price: null, quantity: null, tags: [] };
        expect(await typed(workshop)).toEqual([
          expect.objectContaining({ Order: "1", Customer: ANN, Lines: LINES, Marks: [1, 2.5] }),
          expect.objectContaining({
            ...{ Order: "2", Customer: { name: "Bo", home: null, vip: null }, Lines: [none], Marks: [] },
          }),
          expect.objectContaining({ Order: "3", Customer: null, Lines: [], Marks: [], Cheapest: null }),
        ]);
      }));

    test("a field may be named json, and its texts look like JSON", () =>
      withShop(async (workshop) => {
        const Notes = [{ json: '{"a":1}' }, { json: "plain" }, { json: null }];
        await workshop.rows(add({ Order: "1", Notes }));
        expect(await typed(workshop)).toMatchObject([{ Notes }]);
      }));

    test("texts of JSON and dates as the Locale writes them are read as well", () =>
      withShop(async (workshop) => {
        const home = { name: "e\u0301", home: { since: "06.05.2024" } };
        await workshop.rows(
          add({ Order: "1", Customer: JSON.stringify(home), Lines: JSON.stringify(LINES) }),
        );
        expect(await typed(workshop)).toMatchObject([
          { Customer: { name: "é", home: { since: "2024-05-06" } }, Lines: LINES },
        ]);
      }));

    test("a value of another form is refused with the place of what is wrong", () =>
      withShop(async ({ engine, errors }) => {
        for (const [cells, column, says] of WRONG) {
          expect(await errors(add({ Order: "1", ...cells }))).toEqual([`1 ${column} cell/unreadable`]);
          const result = await engine.execute(add({ Order: "1", ...cells }));
          expect(result.ok ? "" : result.diagnostics[0]?.message).toContain(says);
        }
        expect(await errors(add({ Order: "1", Lines: [{ quantity: -1 }] }))).toEqual([
          "1 Lines rule/valid-if",
        ]);
      }));

    test("a field that is not declared is refused, with the one that is meant", () =>
      withShop(async ({ engine }) => {
        const says = async (cells: ResultRow) => {
          const result = await engine.execute(add({ Order: "1", ...cells }));
          return result.ok ? [] : result.diagnostics.map(({ code, message, hint }) => [code, message, hint]);
        };
        expect(await says({ Customer: { name: "Ann", home: { ctiy: "Oslo" } } })).toEqual([
          [
            "cell/unknown-field",
            'There is no field "ctiy", which is sent at /home/ctiy.',
            'Did you mean "city"?',
          ],
        ]);
        expect(await says({ Lines: [{ sku: "a" }, { prise: 5 }] })).toEqual([
          [
            "cell/unknown-field",
            'There is no field "prise", which is sent at /1/prise.',
            'Did you mean "price"?',
          ],
        ]);
      }));

    test("all that is wrong within a cell is reported, each with its place", () =>
      withShop(async ({ engine }) => {
        const Lines = [{ sku: "a", prise: 1 }, { price: "much", quantity: 1.5 }, { tags: [{}] }];
        const Seats = [{ row: "x" }, { row: 41, class: "third" }, {}];
        const result = await engine.execute(add({ Order: "1", Lines, Seats }));
        expect(result.ok ? [] : result.diagnostics.map(({ column, message }) => [column, message])).toEqual([
          ["Lines", 'There is no field "prise", which is sent at /0/prise.'],
          ["Lines", '"much" cannot be read as Price at /1/price.'],
          ["Lines", '"1.5" cannot be read as Number at /1/quantity.'],
          ["Lines", expect.stringContaining("cannot be read as Text at /2/tags/0.")],
          ["Seats", '"x" cannot be read as Number at /0/row.'],
          ["Seats", '"41" is out of bounds: at most 40 is expected at /1/row.'],
          ["Seats", expect.stringContaining('"third" at /1/class is not one of')],
          ["Seats", "The field at /2/row is required and has no value."],
        ]);
      }));

    test("numbers in fields may be texts as the Locale writes them", () =>
      withShop(async (workshop) => {
        const Lines = [{ sku: "a", price: "1.234,50 €", quantity: "2" }];
        await workshop.rows(add({ Order: "1", Lines, Marks: ["0,25"] }));
        expect(await typed(workshop)).toMatchObject([
          { Lines: [{ price: 1234.5, quantity: 2 }], Marks: [0.25], Total: 2469 },
        ]);
      }));

    test("a rule that refuses objects shows them as JSON", () =>
      withShop(async ({ engine }) => {
        const result = await engine.execute(add({ Order: "1", Lines: [{ sku: "a", quantity: -1 }] }));
        expect(result.ok ? "" : result.diagnostics[0]?.message).toContain('[{"sku":"a"');
      }));

    test("fields are refused that are blank, out of bounds or none of their values, each with its place", () =>
      withShop(async ({ rows, engine }) => {
        await rows(add({ Order: "1", Seats: [{ row: 1, class: "FIRST" }, { row: 40 }] }));
        const Seats = [{ class: "third" }, { row: 41 }, { row: 0, class: "" }];
        const result = await engine.execute(add({ Order: "2", Seats }));
        expect(
          result.ok ? [] : result.diagnostics.map(({ code, column, message }) => [code, column, message]),
        ).toEqual([
          ["cell/missing-field", "Seats", "The field at /0/row is required and has no value."],
          ["cell/not-in-list", "Seats", expect.stringContaining('"third" at /0/class is not one of')],
          ["cell/out-of-bounds", "Seats", '"41" is out of bounds: at most 40 is expected at /1/row.'],
          ["cell/out-of-bounds", "Seats", '"0" is out of bounds: at least 1 is expected at /2/row.'],
        ]);
      }));

    test.each(CONDITIONS)("%s", (condition, expected) =>
      withShop(async (workshop) => {
        await fill(workshop);
        const found = await workshop.rows({
          action: "Find",
          table: "Orders",
          properties: { Selector: `FILTER("Orders", ${condition})` },
        });
        expect(found.map(({ Order }) => Order)).toEqual(expected);
      }),
    );

    test("rows are in the order of a field, and an Edit replaces the whole object", () =>
      withShop(async (workshop) => {
        await fill(workshop);
        const Selector = 'ORDERBY(FILTER("Orders", TRUE), [Customer].[name], TRUE)';
        const call = { action: "Find", table: "Orders", properties: { Selector } };
        expect((await workshop.rows(call)).map(({ Order }) => Order)).toEqual(["2", "1", "3"]);
        await workshop.rows({
          action: "Edit",
          table: "Orders",
          rows: [{ Order: "1", Customer: { name: "Zoe" }, Lines: [] }],
        });
        expect((await typed(workshop))[0]).toMatchObject({
          Customer: { name: "Zoe", home: null, vip: null },
          ...{ Lines: [], Total: 0, Cheapest: null },
        });
      }));

    test("fields are found by their names when the definition changes them", () =>
      withShop(async ({ rows }) => {
        await rows(add({ Order: "1", Customer: ANN, Lines: LINES, Marks: [1, 2.5] }));
        const changed = DEFINITION.replace(
          "name: Text, home: Home, vip: Yes/No",
          "vip: Yes/No, mail: Email, name: Text",
        );
        const { output: definition } = loadDefinition(changed);
        const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
        if (definition === undefined || store === undefined) throw new Error("there is no store");
        const engine = await createEngine({ definition, store, services });
        const found = await engine.execute({ action: "Find", table: "Orders" });
        expect(found).toMatchObject({
          ok: true,
          rows: [{ Customer: { vip: true, mail: null, name: "Ann" }, Lines: LINES, Marks: [1, 2.5] }],
        });
      }));

    test("the history has the objects, and an undo brings them back", () =>
      withShop(async (workshop) => {
        await fill(workshop);
        const before = await typed(workshop);
        const edit = { action: "Edit", table: "Orders", rows: [{ Order: "1", Customer: "", Lines: [{}] }] };
        await workshop.rows(edit);
        expect(await typed(workshop)).not.toEqual(before);
        const { output } = await workshop.engine.changes({ limit: 10 });
        const undone = await workshop.engine.undo({ call: output?.changes.at(-1)?.call ?? "" });
        expect([undone.ok, await typed(workshop)]).toEqual([true, before]);
      }));
  });
}

const WRONG: readonly [cells: ResultRow, column: string, says: string][] = [
  [{ Customer: { home: { since: "never" } } }, "Customer", '"never" cannot be read as Date at /home/since'],
  [{ Lines: [{}, { price: "much" }] }, "Lines", '"much" cannot be read as Price at /1/price'],
  [{ Lines: [{}, { tags: [{}] }] }, "Lines", "at /1/tags/0"],
  [{ Lines: { sku: "a" } }, "Lines", "as a list in JSON"],
  [{ Customer: [1] }, "Customer", "as an object in JSON"],
  [{ Customer: "Ann" }, "Customer", "as an object in JSON"],
  [{ Customer: { name: "a\0" } }, "Customer", "text without NUL"],
];

const CONDITIONS: readonly [condition: string, orders: readonly string[]][] = [
  ['[Customer].[home].[city] = "OSLO"', ["1"]],
  ["[Customer].[vip]", ["1"]],
  ["ISBLANK([Customer])", ["3"]],
  ["ISNOTBLANK([Customer].[name])", ["1", "2"]],
  ["COUNT([Lines]) = 2", ["1"]],
  ['COUNT(FILTER([Lines], AND([price] > 5, [sku] = "B"))) > 0', ["1"]],
  ['IN("x", [Lines][sku])', ["2"]],
  ['[Customer] = LOOKUP("1", Orders, Order, Customer)', ["1"]],
  ["IN(2.5, [Marks])", ["1"]],
  ["ISBLANK([Lines])", ["3"]],
  ["COUNT(SELECT(Orders[Order], [Customer].[name] < [_THISROW-1].[Customer].[name])) = 1", ["2"]],
  ["SUM([Lines][price]) > 12", ["1"]],
];

async function fill(workshop: Workshop): Promise<void> {
  await workshop.rows(
    add(
      { Order: "1", Customer: ANN, Lines: LINES, Marks: [1, 2.5] },
      { Order: "2", Customer: { name: "bo" }, Lines: [{ sku: "x", price: 1, quantity: 3 }] },
      { Order: "3" },
    ),
  );
}

function add(...rows: readonly ResultRow[]) {
  return { action: "Add", table: "Orders", rows };
}

function typed({ rows }: Workshop): Promise<readonly ResultRow[]> {
  return rows({ action: "Find", table: "Orders" });
}
