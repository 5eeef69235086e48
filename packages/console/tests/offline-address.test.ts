import { compile } from "@tablewright/core/expression";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, type PlaygroundState, shownAt } from "../src/page/offline/address.ts";
import { scopeOfTyped, TYPES, valuesOfTyped } from "../src/page/offline/typed-rows.ts";

const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\t\r\n\uD800-\uDFFF]/gu, ""));
const text = fc.string({ unit: "grapheme" });

const shown: fc.Arbitrary<PlaygroundState> = fc.nat({ max: 4 }).chain((width) =>
  fc.record({
    page: fc.constantFrom("expressions" as const, "decisions" as const),
    table: text,
    columns: fc.array(fc.record({ name: line, type: fc.constantFrom(...TYPES) }), {
      minLength: width + 1,
      maxLength: width + 1,
    }),
    rows: fc.array(fc.array(line, { minLength: width + 1, maxLength: width + 1 })),
    expression: text,
    rules: text,
    facts: text,
  }),
);

test("an address shows what it was made of", () => {
  fc.assert(
    fc.property(shown, (all) => {
      const { page, table, columns, rows, expression, rules, facts } = shownAt(fragmentOf(all), all);
      expect({ page, table, columns, rows, expression, rules, facts }).toEqual(all);
      const read = shownAt(fragmentOf(all));
      expect(read).toMatchObject(
        all.page === "decisions" ? { rules, facts } : { table, columns, rows, expression },
      );
    }),
  );
});

test.each([
  ["Number", "12", 12],
  ["Price", "12.50", 12.5],
  ["Percent", "15 %", 0.15],
  ["Number", "twelve", "twelve"],
  ["Number", " ", null],
  ["Yes/No", "yes", true],
  ["Yes/No", "FALSE", false],
  ["Yes/No", "perhaps", "perhaps"],
  ["Date", "2026-03-02", "2026-03-02"],
  ["EnumList", "a, b", ["a", "b"]],
  ["EnumList", "", []],
  ["Text", " a ", " a "],
])("a cell of type %s that is typed as %j has the value %j", (type, typed, value) => {
  expect(valuesOfTyped({ columns: [{ name: "A", type }], rows: [[typed]] })).toEqual([{ A: value }]);
});

test("an expression may name any column that has a name, whatever it is", () => {
  fc.assert(
    fc.property(fc.array(line), text, (names, table) => {
      const columns = names.map((name) => ({ name, type: "Number" }));
      const scope = scopeOfTyped({ table, columns });
      const [row = {}] = valuesOfTyped({ columns, rows: [names.map(() => "1")] });
      const { ok, evaluate } = compile("1 + 1", scope);
      expect([ok, evaluate({ row, tables: { [table]: [row] } })]).toEqual([true, 2]);
    }),
  );
});
