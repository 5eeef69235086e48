import fc from "fast-check";
import { expect, test } from "vitest";
import { readStoredList, UNSTORABLE, writeStoredList } from "./types.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\0", "a\ud800", "\\u0000", "tablewright:json", '{"tablewright:json":"1"}'),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.constant(null), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom("json", "tablewright:json", "a", "__proto__"), tie("value"), {
    maxKeys: 2,
  }),
}));

test("every list and object comes back from what jsonb takes", () => {
  fc.assert(
    fc.property(fc.oneof(json.list, json.object), (value) => {
      const written = JSON.stringify(value);
      const stored = writeStoredList(written);
      expect(UNSTORABLE.test(stored.replaceAll("\\\\", ""))).toBe(false);
      expect(JSON.parse(readStoredList(stored))).toEqual(JSON.parse(written));
    }),
  );
});
