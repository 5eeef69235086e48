import type { BatchCall, ResultRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const dayOf = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString());
const textOf = fc.constantFrom("1.234", "03/12/2026", "TRUE", "a , b", '{"a":1}', "12", "", "x");

/** Cells of every type that is written otherwise on another wire or in another Locale. */
const CELLS = {
  Text: textOf,
  LongText: textOf,
  Number: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  Decimal: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((number) => number / 1_000),
  Percent: fc.integer({ min: 0, max: 99_999 }).map((number) => number / 100_000),
  Price: fc.integer({ min: 0, max: 9_999_999 }).map((number) => number / 1_000),
  Date: dayOf.map((day) => day.slice(0, 10)),
  DateTime: dayOf.map((day) => day.slice(0, 19)),
  Time: fc.integer({ min: 0, max: 59 }).map((minute) => `13:${String(minute).padStart(2, "0")}:07`),
  Duration: fc.integer({ min: 10, max: 59 }).map((second) => `1234:05:${second}`),
  YesNo: fc.boolean(),
  Place: fc.constantFrom("48.2, 16.3", "1.234, 5.678", ""),
  Choice: fc.constantFrom(1.234, 1234, 0.5),
  Tags: fc.subarray(["a", "b", "1.234"]),
  Any: fc.constantFrom<ResultRow[string]>(1.234, true, [1, "12"], { a: ["1.234", null] }, "x", "03/12/2026"),
  Address: fc.record({
    city: fc.constantFrom("x", "12"),
    since: fc.constant("2026-12-03"),
    size: fc.constant(1.234),
  }),
};

const COLUMNS = `
      Key: { type: Text }
      Text: { type: Text }
      LongText: { type: LongText }
      Number: { type: Number }
      Decimal: { type: Decimal }
      Percent: { type: Percent }
      Price: { type: Price }
      Date: { type: Date }
      DateTime: { type: DateTime }
      Time: { type: Time }
      Duration: { type: Duration }
      YesNo: { type: Yes/No }
      Place: { type: LatLong }
      Choice: { type: Enum, itemType: Decimal, allowOtherValues: true }
      Tags: { type: EnumList, values: [a, b], allowOtherValues: true }
      Dates: { type: EnumList, itemType: Date, allowOtherValues: true }
      Any: { type: Json }
      Address: { type: Object, fields: { city: { type: Text }, since: { type: Date }, size: { type: Decimal } } }`;

const EVERY_TYPE = `
tablewright: 1
app: { id: types, name: Types, owner: owner@example.com, timezone: UTC }
tables:
  First:
    key: [Key]
    columns:${COLUMNS}
      Ten: { type: Decimal, virtual: true, formula: "[Decimal] * 10" }
  Second:
    key: [Key]
    columns:${COLUMNS}
      Ten: { type: Decimal }
`;

const add = (table: string, row: ResultRow): BatchCall => ({ action: "Add", table, rows: [row] });
const cell = (pointer: string) => ({ $ref: `#/${pointer}` });

/** What a batch refers to of earlier answers. */
export function describeReferences(make: MakeStore): void {
  const withTypes = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, undefined, EVERY_TYPE);

  describe("references of batches", () => {
    test.each(["typed", "spec", "appsheet"] as const)(
      "on the wire %s a cell of every type is equal where a later call refers to it, whatever the Locale",
      (wire) =>
        withWorkshop(
          make,
          async ({ engine }) => {
            const cells = fc.record(CELLS);
            const locale = fc.constantFrom("en-US", "en-GB", "de-DE", "fr-FR");
            let drawn = 0;
            await fc.assert(
              fc.asyncProperty(cells, locale, async (row, Locale) => {
                const key = String(drawn++);
                const referring = Object.keys(CELLS).map((name) => [name, cell(`0/Rows/0/${name}`)]);
                const Dates = [cell("0/Rows/0/Date"), cell("0/Rows/0/Date")];
                const calls = [
                  add("First", { ...row, Key: key, Dates: [row.Date, row.Date] }),
                  add("Second", {
                    ...Object.fromEntries(referring),
                    Key: key,
                    Dates,
                    Ten: cell("0/Rows/0/Ten"),
                  }),
                ];
                expect(await engine.batch({ calls, wire, properties: { Locale } })).toMatchObject({
                  ok: true,
                });
                const [first, second] = await Promise.all(
                  ["First", "Second"].map((table) =>
                    engine.find(table, {
                      keys: [{ Key: key }],
                      properties: { Columns: [...Object.keys(CELLS), "Dates", "Ten"] },
                    }),
                  ),
                );
                expect(second).toEqual(first);
                expect(first).toMatchObject({ ok: true, rows: [{ Date: row.Date }] });
              }),
              { numRuns: 12 },
            );
          },
          undefined,
          EVERY_TYPE,
        ),
    );

    test.each([
      [{ $ref: "#/Answers/0/Rows/0/Text" }, "#/0/Rows/0/Text"],
      [{ $ref: "/0/rows/0/Text" }, "#/0/Rows/0/Text"],
      [{ $ref: "0/Rows/0/Text" }, "#/0/Rows/0/Text"],
      [{ $Ref: "#/0/Rows/0/Text" }, "#/0/Rows/0/Text"],
      [{ $ref: "$.Answers[0]" }, "#/0/Rows/0/Order ID"],
      [{ $ref: 0 }, "#/0/Rows/0/Order ID"],
    ])("a misspelt reference %j is told where it stands, but for cells of JSON", (one, meant) =>
      withTypes(async ({ engine }) => {
        const first = add("First", { Key: "1", Text: "a" });
        for (const cells of [{ Text: one }, { Tags: ["x", one] }, { Address: one }]) {
          const result = await engine.batch({ calls: [first, add("Second", { Key: "1", ...cells })] });
          const [column] = Object.keys(cells);
          expect(result).toMatchObject({
            diagnostics: [{ code: "request/reference", call: 2, row: 1, column }],
          });
          expect(result.ok || result.diagnostics[0]?.hint).toContain(`{ "$ref": "${meant}" }`);
        }
        const kept = await engine.batch({ calls: [first, add("Second", { Key: "1", Any: one })] });
        expect(kept).toMatchObject({ answers: [{}, { rows: [{ Any: one }] }] });
      }),
    );

    test("$literal writes an object into a cell of JSON that would be a reference", () =>
      withTypes(async ({ engine }) => {
        const reference = cell("0/Rows/0/Text");
        const literal = { $literal: reference };
        const sent = [literal, { $literal: literal }, [1, literal], { $literal: 1 }, { ...literal, a: 1 }];
        const meant = [reference, literal, [1, reference], { $literal: 1 }, { ...literal, a: 1 }];
        const calls = sent.map((Any, at) => add("Second", { Key: String(at), Any }));
        const result = await engine.batch({ calls: [add("First", { Key: "1", Text: "a" }), ...calls] });
        expect(result.ok && result.answers.slice(1).map(({ rows }) => rows[0]?.Any)).toEqual(meant);
      }));
  });
}
