import {
  type AppDefinition,
  createEngine,
  type Engine,
  loadDefinition,
  migrateStore,
  planMigration,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MigratingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

/** A definition that has changed, over the rows of the one before. */
export function describeEngineMigrations(make: () => Promise<MigratingStore>): void {
  const withOrders = async (work: (made: MigratingStore) => Promise<void>) => {
    const underTest = await make();
    try {
      const engine = await engineOf(ORDERS, underTest.store);
      const rows = [
        { Order: 1, Customer: "Ada", Total: "12,50", Day: "31.12.2025" },
        { Order: 2, Total: "3" },
      ];
      expect(await engine.add("Orders", rows)).toMatchObject({ ok: true });
      await work(underTest);
    } finally {
      await underTest.dispose();
    }
  };

  describe("a definition that has changed", () => {
    test("new names and types are left to a migration, which takes all values along", () =>
      withOrders(async ({ store }) => {
        const definition = definitionFrom(SALES);
        await expect(createEngine({ definition, store, services })).rejects.toMatchObject({
          isPending: true,
          message: expect.stringContaining('The table "Orders" is called "Sales" now'),
        });
        if (store.planOpen !== undefined)
          expect(await planMigration(definition, store, {})).toMatchObject(STEPS);
        await migrateStore({ definition, store, services });
        const engine = await engineOf(SALES, store);
        expect(await rowsOf(engine, "Sales")).toEqual([
          {
            Sale: "1",
            Client: "Ada",
            Total: 12.5,
            Day: "2025-12-31T00:00:00",
            State: "open",
            Twice: 25,
            Sales: 2,
          },
          { Sale: "2", Client: null, Total: 3, Day: null, State: "open", Twice: 6, Sales: 2 },
        ]);
        expect(await engine.edit("Sales", [{ Sale: "2", Total: 4 }])).toMatchObject({ ok: true });
        expect(await planMigration(definition, store)).toEqual(store.planOpen && []);
      }));

    test("columns that must have a value, and columns that are computed, are filled when they are added", () =>
      withOrders(async ({ store }) => {
        const text = ORDERS.replace("Day:", `${FILLED}\n      Day:`);
        const engine = await engineOf(text, store);
        expect(await rowsOf(engine, "Orders")).toMatchObject([
          { Order: 1, State: "open 1", Long: "open 1 (2)", Note: null },
          { Order: 2, State: "open 2", Long: "open 2 (2)", Note: null },
        ]);
      }));

    test("calls that go on while the definition changes leave no row without its values", () =>
      withOrders(async ({ store }) => {
        const before = await engineOf(ORDERS, store);
        const more = Array.from({ length: 200 }, (_, at) => ({ Order: 100 + at, Customer: `${at}` }));
        expect(await before.add("Orders", more)).toMatchObject({ ok: true });
        let next = 1_000;
        let isOver = false;
        const refused: unknown[] = [];
        const callers = Array.from({ length: 4 }, async (_, caller) => {
          for (let left = 10; left > 0; left -= isOver ? 1 : 0) {
            const order = next++;
            const results = [
              await before.add("Orders", [{ Order: order, Customer: "new" }]),
              await before.edit("Orders", [
                { Order: 100 + ((order * 7 + caller) % 200), Customer: `by ${order}` },
              ]),
              await before.find("Orders", { keys: [{ Order: 1 }] }),
            ];
            for (const result of results) if (!result.ok) refused.push(result);
          }
        });
        const engine = await engineOf(ORDERS.replace("Customer:", `${KEPT_FILLED}\n      Customer:`), store);
        isOver = true;
        await Promise.all(callers);
        await engine.refill();
        expect(refused).toEqual([]);
        const rows = await rowsOf(engine, "Orders");
        expect(rows).toHaveLength(next - 1_000 + 202);
        expect(rows.filter((row) => !isKeptFilled(row as KeptFilledRow))).toEqual([]);
      }));

    test("a row that cannot be filled refuses the whole", () =>
      withOrders(async ({ store, contents }) => {
        const before = await contents();
        const added = "Who: { type: Text, required: true, initialValue: '[Customer]' }";
        await expect(engineOf(ORDERS.replace("Day:", `${added}\n      Day:`), store)).rejects.toThrow(
          'Column "Who" of table "Orders" cannot be filled in the row "2": its initial value is blank',
        );
        expect(await contents()).toEqual(before);
      }));

    test("values that do not convert are listed as callers know them", () =>
      withOrders(async ({ store }) => {
        const added = "Paid: { type: Yes/No }\n      Tags: { type: EnumList, values: [a, b] }\n      Day:";
        const engine = await engineOf(ORDERS.replace("Day:", added), store);
        expect(await engine.edit("Orders", [{ Order: 1, Paid: true, Tags: "a , b" }])).toMatchObject({
          ok: true,
        });
        const other = added.replace("Yes/No", "Number").replace("EnumList, values: [a, b]", "Date");
        const definition = definitionFrom(ORDERS.replace("Day:", other));
        await expect(migrateStore({ definition, store, services })).rejects.toThrow(
          'Column "Paid" of table "Orders" has 1 value of the type Yes/No that cannot be read as Number: true in the row "1".\n' +
            'Column "Tags" of table "Orders" has 1 value of the type Json that cannot be read as Date: ["a","b"] in the row "1".',
        );
      }));

    describe("any JSON", () => {
      const kept = (columns: Readonly<Record<string, string>>) => `tablewright: 1
app: { id: kept, name: Kept }
tables:
  Kept:
    key: [Id]
    columns:
      Id: { type: Number }
${Object.entries(columns)
  .map(([name, type]) => `      ${name}: { type: ${type} }\n`)
  .join("")}`;
      const migrated = async (
        [before, after]: readonly [string, string],
        rows: readonly object[],
        work: (migrates: () => Promise<readonly object[]>) => Promise<void>,
      ) => {
        const underTest = await make();
        try {
          const { store } = underTest;
          const engine = await engineOf(before, store);
          expect(await engine.add("Kept", rows as never)).toMatchObject({ ok: true });
          await work(async () => {
            await migrateStore({ definition: definitionFrom(after), store, services });
            return rowsOf(await engineOf(after, store), "Kept");
          });
        } finally {
          await underTest.dispose();
        }
      };

      test("takes each value in the form in which it was answered; a text stays a string", () => {
        const before = {
          Day: "Date",
          Clock: "Time",
          Moment: "DateTime",
          Span: "Duration",
          Share: "Decimal",
          Paid: "Yes/No",
          Place: "LatLong",
          Tags: "EnumList, values: [a, b]",
          Note: "Text",
        };
        const row = {
          Day: "2026-01-01",
          Clock: "08:15:00",
          Moment: "2026-01-01T00:00:00",
          Span: "001:30:00",
          Share: 1.5,
          Paid: true,
          Place: "1.000000, 2.000000",
          Tags: ["a", "b"],
        };
        const notes = ["12", "007", "true", "null", "1e3", "[1, 2]", "{x", '"12"', "harbour"];
        const rows = notes.map((Note, Id) => ({ Id, ...row, Note }));
        const after = Object.fromEntries(Object.keys(before).map((name) => [name, "Json"]));
        return migrated([kept(before), kept(after)], rows, async (migrates) => {
          expect(await migrates()).toEqual(rows);
        });
      });

      test.each([
        ["List, of: Date", "Json", ["2026-01-01"], "list that cannot be read as Json: [20454]"],
        [
          "List, of: Date",
          "List, of: Json",
          ["2026-01-01"],
          "list that cannot be read as list of Json: [20454]",
        ],
        [
          "Object, fields: { a: Json }",
          "Object, fields: { a: Text }",
          { a: [1] },
          "Json at /a that cannot be read as Text at /a: ",
        ],
      ])("%s as %s is refused where the values do not tell what they are", (before, after, Value, words) =>
        migrated([kept({ Value: before }), kept({ Value: after })], [{ Id: 1, Value }], async (migrates) => {
          await expect(migrates()).rejects.toThrow(`has 1 value of the type ${words}`);
        }),
      );
    });

    describe("fields of objects", () => {
      const boxes = (fields: string) =>
        `tablewright: 1
app: { id: boxes, name: Boxes }
types: { Part: { at: ${fields}, note: Text } }
tables:
  Boxes:
    key: [Id]
    columns:
      Id: { type: Number }
      Box: { type: Object, fields: { inner: Part } }
      Parts: { type: List, of: Part }
`;
      const withBoxes = async (values: readonly string[], work: (made: MigratingStore) => Promise<void>) => {
        const underTest = await make();
        try {
          const engine = await engineOf(boxes("Text"), underTest.store);
          const rows = values.map((at, Id) => ({
            Id,
            Box: { inner: { at } },
            Parts: [{ at, note: "n" }, {}],
          }));
          expect(await engine.add("Boxes", [...rows, { Id: 99 }])).toMatchObject({ ok: true });
          await work(underTest);
        } finally {
          await underTest.dispose();
        }
      };

      test("of another type are left to a migration, which reads each value", () =>
        withBoxes(["12:00", "7:30 AM"], async ({ store }) => {
          const definition = definitionFrom(boxes("Time"));
          const words =
            "holds values of the type Text at /inner/at, and the definition now wants Time at /inner/at;";
          await expect(createEngine({ definition, store, services })).rejects.toMatchObject({
            isPending: true,
            message: expect.stringContaining(words),
          });
          if (store.planOpen !== undefined)
            expect(await planMigration(definition, store, {})).toMatchObject([
              {
                what: "convertColumn",
                column: "Box",
                held: "text at /inner/at",
                holds: "time at /inner/at",
                values: 2,
              },
              {
                what: "convertColumn",
                column: "Parts",
                held: "text at /*/at",
                holds: "time at /*/at",
                values: 2,
              },
            ]);
          await migrateStore({ definition, store, services });
          const engine = await engineOf(boxes("Time"), store);
          expect(await rowsOf(engine, "Boxes")).toMatchObject([
            { Box: { inner: { at: "12:00:00" } }, Parts: [{ at: "12:00:00", note: "n" }, { at: null }] },
            { Box: { inner: { at: "07:30:00" } } },
            { Box: null, Parts: [] },
          ]);
          const selector = 'FILTER("Boxes", [Box].[inner].[at] = "12:00:00")';
          expect(await engine.find("Boxes", { selector })).toMatchObject({ ok: true, rows: [{ Id: 0 }] });
        }));

      test("whose values do not read are named, and stay as they are", () =>
        withBoxes(["12:00", "noon"], async ({ store, contents }) => {
          const before = await contents();
          const definition = definitionFrom(boxes("Time"));
          await expect(migrateStore({ definition, store, services })).rejects.toThrow(
            'Column "Box" of table "Boxes" has 1 value of the type Text at /inner/at that cannot be read as Time at /inner/at:',
          );
          expect(await contents()).toEqual(before);
          const engine = await engineOf(boxes("Text"), store);
          expect((await rowsOf(engine, "Boxes"))[1]).toMatchObject({ Box: { inner: { at: "noon" } } });
        }));

      test("that are new are blank, and one of a wider type needs no migration", () =>
        withBoxes(["a"], async ({ store }) => {
          await engineOf(boxes("Text, size: Number"), store);
          const engine = await engineOf(boxes("Text, size: Price"), store);
          expect((await rowsOf(engine, "Boxes"))[0]).toMatchObject({
            Box: { inner: { at: "a", size: null } },
            Parts: [{ at: "a", size: null, note: "n" }, {}],
          });
        }));
    });

    test("another application is refused", () =>
      withOrders(async ({ store, contents }) => {
        const before = await contents();
        const other = ORDERS.replace("id: orders", "id: others");
        const words =
          'The tables there belong to the application "orders", and applications never share a table.';
        await expect(engineOf(other, store)).rejects.toThrow(words);
        if (store.planOpen !== undefined)
          await expect(planMigration(definitionFrom(other), store)).rejects.toThrow(words);
        expect(await contents()).toEqual(before);
      }));
  });
}

const services = {
  now: () => Date.UTC(2026, 2, 14, 15, 9, 26),
  random: () => 0.5,
  newId: () => crypto.randomUUID(),
};

function definitionFrom(text: string): AppDefinition {
  const { output, diagnostics } = loadDefinition(text);
  return output ?? expect.fail(JSON.stringify(diagnostics));
}

function engineOf(text: string, store: Store): Promise<Engine> {
  return createEngine({ definition: definitionFrom(text), store, services });
}

/** The rows as the definition has them, without what is there by itself. */
async function rowsOf(engine: Engine, table: string): Promise<readonly object[]> {
  const result = await engine.find(table);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.rows.map(({ _RowNumber, ...row }) => row);
}

const ORDERS = `
tablewright: 1
app: { id: orders, name: Orders, locale: de-DE }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Text }
      Total: { type: Text }
      Day: { type: Date }
`;

const SALES = `
tablewright: 1
app: { id: orders, name: Orders, locale: de-DE }
tables:
  Sales:
    was: Orders
    key: [Sale]
    columns:
      Sale: { type: Text, was: Order }
      Client: { type: Name, was: Customer, index: true }
      Total: { type: Decimal }
      Day: { type: DateTime }
      State: { type: Text, required: true, initialValue: '"open"' }
      Twice: { type: Decimal, formula: "[Total] * 2" }
      Sales: { type: Number, formula: "COUNT(Sales[Sale])" }
`;

const FILLED = `State: { type: Text, required: true, initialValue: '"open " & [Order]' }
      Long: { type: Text, formula: '[State] & " (" & COUNT(SELECT(Orders[Order], [State] <> "")) & ")"' }
      Note: { type: Text, initialValue: '"none"' }`;

const KEPT_FILLED = `State: { type: Text, required: true, initialValue: '"open"' }
      Label: { type: Text, formula: '[Customer] & " in " & [State]' }`;

interface KeptFilledRow {
  readonly Customer: string | null;
  readonly State: string | null;
  readonly Label: string | null;
}

function isKeptFilled({ Customer, State, Label }: KeptFilledRow): boolean {
  return State === "open" && Label === `${Customer ?? ""} in ${State}`;
}

const column = (step: object) => ({ table: "Sales", ...step });

const STEPS = [
  { what: "renameTable", table: "Sales", was: "Orders", rows: 2 },
  column({ what: "renameColumn", column: "Sale", was: "Order", values: 2 }),
  column({ what: "renameColumn", column: "Client", was: "Customer", values: 1 }),
  column({ what: "convertColumn", column: "Sale", held: "integer", holds: "text", values: 2 }),
  column({ what: "convertColumn", column: "Total", held: "text", holds: "real", values: 2 }),
  column({ what: "convertColumn", column: "Day", held: "date", holds: "datetime", values: 1 }),
  column({ what: "addColumn", column: "State", holds: "text", rows: 2, filledBy: "initialValue" }),
  column({ what: "addColumn", column: "Twice", holds: "real", rows: 2, filledBy: "formula" }),
  column({ what: "addColumn", column: "Sales", holds: "integer", rows: 2, filledBy: "formula" }),
  column({ what: "addIndex", columns: ["Client"] }),
];
