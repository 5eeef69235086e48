import fc from "fast-check";
import { expect, test } from "vitest";
import { editorScope } from "../../../conformance/editor/editor-cases.ts";
import {
  complete,
  diagnostics,
  highlight,
  hover,
  quickFixes,
  signatureHelp,
  symbols,
} from "../entrances/editor.ts";

const piece = fc.constantFrom(
  ..."[ ] ( ) { } \" ' , . = + ; ! @ “".split(" "),
  ..."Order  FILTER( [Customer] [_THISROW] AND LEFT( Customers 12 \0 🚢 >= @(_NOW) NOT".split(" "),
);
const source = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

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
