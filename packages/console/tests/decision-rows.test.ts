import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { editSheet, readSheet } from "../src/page/definition/decision-rows.ts";
import type { SheetEdit } from "../src/page/sheet/sheet-edit.ts";

const BLOCK = `# who approves
parameters: { title: Text, price: Price } # of a job
type: Text
rows:
  - ["-", "> 1000", boss] # dear
  # in between
  - [Test, '> 500', lead]
  - - "-"
    - "-"
    - none
otherwise: nobody
`;

const ROWS = [
  ["-", "> 1000", "boss"],
  ["Test", "> 500", "lead"],
  ["-", "-", "none"],
];

const JSON_BLOCK = `{
  "parameters": { "net": "Decimal" },
  "outputs": { "Size": "Text", "Weight": "Number" },
  "rows": [
    [">= 10", "large", 2],
    ["-", "small", 1]
  ]
}`;

test("a decision has its inputs, its outputs and its cells without quotes", () => {
  expect(readSheet("APPROVER", BLOCK)).toEqual({
    inputs: ["title", "price"],
    outputs: ["APPROVER"],
    rows: ROWS,
  });
  expect(readSheet("Size", JSON_BLOCK)).toEqual({
    inputs: ["net"],
    outputs: ["Size", "Weight"],
    rows: [
      [">= 10", "large", "2"],
      ["-", "small", "1"],
    ],
  });
});

test.each(["formula: 1", "rows: rates.csv", "rules: []", "- 1", "rows: [", "inputs: [a]\nrows: []"])(
  "what has no rows of its own is no sheet: %s",
  (text) => expect(readSheet("A", text)).toBeUndefined(),
);

const cases: readonly (readonly [string, SheetEdit, string, string])[] = [
  ["a cell", cell(0, 2, "chief"), "boss]", "chief]"],
  ["a cell with quotes of its own", cell(1, 1, "> 600"), "'> 500'", "'> 600'"],
  ["a cell that needs quotes", cell(1, 2, "a, b"), "lead]", '"a, b"]'],
  ["a word where nothing was asked", cell(0, 0, "Test"), '"-", "> 1000"', 'Test, "> 1000"'],
  ["a cell that is emptied", cell(1, 0, ""), "[Test,", '["-",'],
  ["an output that is emptied", cell(1, 2, " "), "lead]", "null]"],
  ["a cell of a row in a block", cell(2, 2, "no"), "- none", '- "no"'],
  ["a row that is moved", { kind: "move", row: 0, by: 1 }, "", ""],
];

test.each(cases)("%s changes, and every other character stays", (_, edit, old, written) => {
  const expected =
    edit.kind === "move"
      ? BLOCK.replace('["-", "> 1000", boss]', "*")
          .replace("[Test, '> 500', lead]", '["-", "> 1000", boss]')
          .replace("*", "[Test, '> 500', lead]")
      : BLOCK.replace(old, written);
  expect(editSheet("APPROVER", BLOCK, edit)).toBe(expected);
});

test("rows are added below the last and taken out with their lines, and one stays", () => {
  const added = editSheet("APPROVER", BLOCK, { kind: "add" });
  expect(added).toBe(BLOCK.replace("    - none\n", '    - none\n  - ["-", "-", null]\n'));
  const less = editSheet("APPROVER", BLOCK, { kind: "remove", row: 1 });
  expect(less).toBe(BLOCK.replace("  - [Test, '> 500', lead]\n", ""));
  const one = editSheet("APPROVER", editSheet("APPROVER", less, { kind: "remove", row: 0 }), {
    kind: "remove",
    row: 0,
  });
  expect(readSheet("APPROVER", one)?.rows).toEqual([["-", "-", "none"]]);
});

test.each([BLOCK, JSON_BLOCK])(
  "after any change the rows are those of a sheet that was changed so",
  (block) => {
    const name = block === BLOCK ? "APPROVER" : "Size";
    const width = block === BLOCK ? 3 : 3;
    const text = fc.string({ unit: "grapheme", minLength: 1 }).map((one) => one.trim() || "x");
    const edit: fc.Arbitrary<SheetEdit> = fc.oneof(
      fc
        .record({ row: fc.nat({ max: 3 }), column: fc.nat({ max: width - 1 }), text })
        .map((one) => cell(one.row, one.column, one.text)),
      fc.constant<SheetEdit>({ kind: "add" }),
      fc.nat({ max: 1 }).map((row): SheetEdit => ({ kind: "remove", row })),
      fc.constant<SheetEdit>({ kind: "move", row: 0, by: 1 }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        let written = block;
        for (const one of edits) {
          const before = readSheet(name, written)?.rows ?? [];
          written = editSheet(name, written, one);
          const { rows: _, ...others } = parse(written);
          const { rows: __, ...expected } = parse(block);
          expect(others).toEqual(expected);
          const rows = readSheet(name, written)?.rows ?? [];
          if (one.kind === "cells") {
            const [{ row, column, text: cellText } = { row: 0, column: 0, text: "" }] = one.cells;
            expect(rows[row]?.[column]).toBe(cellText);
            expect(rows.length).toBe(Math.max(before.length, row + 1));
          } else expect(rows.length).toBe(Math.max(1, before.length + LENGTHS[one.kind]));
        }
      }),
    );
  },
);

const LENGTHS = { add: 1, remove: -1, move: 0 };

function cell(row: number, column: number, text: string): SheetEdit {
  return { kind: "cells", cells: [{ row, column, text }] };
}
