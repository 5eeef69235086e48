import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../conformance/any-text.ts";
import { journalCell, journalText } from "./journal-tables.ts";

test("any text comes back as it was, and what is stored can be stored anywhere", () => {
  const hostile = fc.constantFrom("", '"', '"a"', "a\0b", "\ud800", "a\udc00", '\\"', "🚢", '"\ud83d');
  fc.assert(
    fc.property(fc.oneof(hostile, anyText()), (text) => {
      const stored = journalCell(text) ?? "";
      expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
      expect(journalText(stored)).toBe(text);
    }),
  );
});

test("a text without such characters is stored as people read it, and a blank one as a blank", () => {
  expect(["Ada's 🚢", '{"a":1}', ""].map(journalCell)).toEqual(["Ada's 🚢", '{"a":1}', null]);
});
