import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { source } from "./loading.ts";
import { withWorkshop } from "./workshop.ts";

/** Columns that number new rows. */
export function describeAutoNumbers(make: MakeStore): void {
  describe("numbers that count up", () => {
    const withOffice = (work: Parameters<typeof withWorkshop>[1]) =>
      withWorkshop(make, work, undefined, OFFICE);
    const add = (...rows: Record<string, string | number>[]) => ({ action: "Add", table: "Invoices", rows });

    test("every new row gets the next, a thousand of one call as well, and formulas see it", () =>
      withOffice(async ({ rows }) => {
        const thousand = await rows(add(...Array.from({ length: 1_000 }, () => ({}))));
        expect(thousand.map(({ Invoice }) => Invoice)).toEqual(thousand.map((_, at) => at + 1));
        expect(await rows(add({ Invoice: "" }, {}))).toMatchObject([
          { Invoice: 1_001, Title: "Invoice 1001" },
          { Invoice: 1_002, Title: "Invoice 1002" },
        ]);
      }));

    test("a number that is sent stays, and the next is above it; those of removed rows are not given again", () =>
      withOffice(async ({ rows }) => {
        expect(await rows(add({ Invoice: 40 }, {}))).toMatchObject([{ Invoice: 40 }, { Invoice: 41 }]);
        expect(await rows(add({ Invoice: 7 }))).toMatchObject([{ Invoice: 7 }]);
        await rows({ action: "Delete", table: "Invoices", rows: [{ Invoice: 41 }] });
        expect(await rows(add({}))).toMatchObject([{ Invoice: 42 }]);
      }));

    test("a call that is refused, and one that is only tried, use none up", () =>
      withOffice(async ({ rows, errors }) => {
        await rows(add({}));
        expect(await errors(add({}, { Amount: -1 }))).toEqual(["2 Amount cell/out-of-bounds"]);
        expect(await rows({ ...add({}), properties: { DryRun: true } })).toMatchObject([{ Invoice: 2 }]);
        expect(await rows(add({}))).toMatchObject([{ Invoice: 2 }]);
      }));

    test("rows that an action or a rule adds are numbered, and so are those of a load", () =>
      withOffice(async ({ rows, all, engine }) => {
        await rows(add({ Amount: 5 }, { Amount: 6 }));
        expect((await all("Entries")).map(({ Entry, Invoice }) => [Entry, Invoice])).toEqual([
          [1, 1],
          [2, 2],
        ]);
        const loaded = await engine.load([source("Entries", ["Invoice"], [[9], [8]])]);
        expect(loaded).toMatchObject({ ok: true, sources: [{ added: 2 }] });
        expect((await all("Entries")).map(({ Entry }) => Entry)).toEqual([1, 2, 3, 4]);
      }));

    test("rows that a load refuses use none up", () =>
      withOffice(async ({ all, engine }) => {
        const rows = [[5], [-1], [6], ["x"], [7]];
        const loaded = await engine.load([source("Invoices", ["Amount"], rows)]);
        expect(loaded).toMatchObject({ ok: true, sources: [{ added: 3, refused: 2 }] });
        expect((await all("Invoices")).map(({ Invoice, Title }) => [Invoice, Title])).toEqual(
          [1, 2, 3].map((number) => [number, `Invoice ${number}`]),
        );
        expect(await engine.add("Invoices", [{}])).toMatchObject({ rows: [{ Invoice: 4 }] });
      }));

    test("an Add that updates rows that are there numbers the others alone", () =>
      withOffice(async ({ rows }) => {
        await rows({ action: "Add", table: "Notes", rows: [{ Note: "a" }, { Note: "b" }] });
        const notes = [{ Note: "c" }, { Note: "a", Text: "x" }];
        const properties = { OnDuplicate: "update" } as const;
        expect(await rows({ action: "Add", table: "Notes", rows: notes, properties })).toMatchObject([
          { Note: "c", Number: 3 },
          { Note: "a", Number: 1, Text: "x" },
        ]);
        await rows({ action: "Edit", table: "Notes", rows: [{ Note: "a", Number: 10 }] });
        expect(await rows({ action: "Add", table: "Notes", rows: [{ Note: "d" }] })).toMatchObject([
          { Number: 11 },
        ]);
      }));

    test("calls at the same time get numbers of their own", () =>
      withOffice(async ({ engine }) => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => engine.add("Invoices", [{}, {}])));
        const numbers = answers.flatMap((one) =>
          one.ok ? one.rows.map(({ Invoice }) => Number(Invoice)) : [],
        );
        expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
      }));
  });
}

const OFFICE = `
tablewright: 1
app: { id: office, name: Office, owner: owner@example.com }
tables:
  Invoices:
    key: [Invoice]
    columns:
      Invoice: { type: Number, autoNumber: true }
      Title: { type: Text, formula: '"Invoice " & [Invoice]' }
      Amount: { type: Number, min: 0 }
  Entries:
    key: [Entry]
    columns:
      Entry: { type: Number, autoNumber: true }
      Invoice: { type: Ref, table: Invoices }
  Notes:
    key: [Note]
    columns:
      Note: { type: Text }
      Number: { type: Number, autoNumber: true }
      Text: { type: Text }
actions:
  Enter: { table: Invoices, addRow: { table: Entries, set: { Invoice: "[Invoice]" } } }
rules:
  Entered: { table: Invoices, on: [add], condition: "NOT(ISBLANK([Amount]))", steps: [{ action: Enter }] }
`;
