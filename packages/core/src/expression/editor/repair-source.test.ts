import fc from "fast-check";
import { expect, test } from "vitest";
import { editorScope } from "../../../conformance/editor/editor-scope.ts";
import {
  complete,
  diagnostics,
  highlight,
  hover,
  quickFixes,
  signatureHelp,
  symbols,
} from "../entrances/editor.ts";
import { repairSource } from "./repair-source.ts";

test.each([
  ["[Price] + ", "[Price] + [?]"],
  ["LEFT([Status], ", "LEFT([Status], [?])"],
  ["([Price] + 1", "([Price] + 1)"],
  ["[Pri + 1", "[Pri] + 1"],
  ['"open', '"open"'],
  ["[Customer].", "[Customer].[?]"],
  ["1, 2", "1& 2"],
  ["[a] AND [b]", "[a] &   [b]"],
  ["[a] == 1", "[a] =  1"],
  ["[a] [b]", "[a] [b]"],
  ["(1}", "(1 )"],
  ["", "[?]"],
])("%j reads as %j", (source, repaired) => {
  const { text, tree } = repairSource(source, []);
  expect(text.replaceAll("\u0001", "?")).toBe(repaired);
  expect(tree).toBeDefined();
});

const piece = fc.constantFrom(
  ..."[ ] ( ) { } \" ' , . = + ; ! @ “".split(" "),
  ..."Order  FILTER( [Customer] [_THISROW] AND LEFT( Customers 12 \0 🚢 >= @(_NOW) NOT".split(" "),
);
const source = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

test("what is right in a source is left as it is, and every offset is one of the source", () => {
  fc.assert(
    fc.property(source, (text) => {
      const repaired = repairSource(text, []);
      const offsets = Array.from({ length: repaired.text.length + 1 }, (_, at) => repaired.toSource(at));
      expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      expect([offsets[0], offsets.at(-1)]).toEqual([0, text.length]);
    }),
  );
});

test("no service throws, whatever is typed and wherever the cursor is", () => {
  fc.assert(
    fc.property(source, fc.integer({ min: -2, max: 80 }), (text, offset) => {
      const spans = [
        ...highlight(text, editorScope),
        ...symbols(text, editorScope),
        ...quickFixes(text, editorScope).flatMap(({ edits }) => edits),
        ...[hover(text, offset, editorScope, { row: {} }) ?? []].flat(),
        complete(text, offset, editorScope),
      ];
      signatureHelp(text, offset, editorScope);
      diagnostics(text, editorScope);
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
      }
      for (const { end } of spans.slice(0, -1)) expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});
