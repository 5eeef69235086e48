import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../conformance/any-text.ts";
import { readStorableText, writeStorableText } from "./storable-text.ts";

test("any text comes back as it was, and what is stored can be stored anywhere", () => {
  const hostile = fc.constantFrom("", '"', '"a"', "a\0b", "\ud800", "a\udc00", '\\"', "🚢", '"\ud83d');
  fc.assert(
    fc.property(fc.oneof(hostile, anyText()), (text) => {
      const stored = writeStorableText(text);
      expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
      expect(readStorableText(stored)).toBe(text);
    }),
  );
});

test("a text without such characters is stored as people read it", () => {
  expect(["Ada's 🚢", '{"a":1}', ""].map(writeStorableText)).toEqual(["Ada's 🚢", '{"a":1}', ""]);
});
