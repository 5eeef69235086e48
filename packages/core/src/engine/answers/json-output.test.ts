import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../conformance/any-text.ts";
import { JsonOutput } from "./json-output.ts";

const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((units) => units / 100);
const value = fc.oneof(
  anyText(),
  fc.string({ unit: "grapheme" }),
  fc.string(),
  fc.constantFrom(
    "",
    '"',
    "\\",
    "\u007f",
    "\u0000",
    "é",
    "漢字",
    "🚢",
    "\ud83d",
    "\udea2x",
    "a\ud83d\ude00",
    "\u2028",
  ),
  fc.integer(),
  fc.maxSafeInteger(),
  cents,
  fc.integer({ min: -9_999, max: 9_999 }).map((units) => units / 1_000),
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.1, -0.1, 0.01, 0.05, -0.5, 1.005, 9.99, 10, 100, 0.1 + 0.2, 1e21, 5e-324),
  fc.constantFrom(20_999_999, 21_000_000, 20_999_999.99, 21_000_000.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e15),
  fc.constantFrom(123456789.12, 1e8, 99_999_999, -1e11, 100_000_000_001, Number.MIN_SAFE_INTEGER),
  fc.constantFrom(true, false, null),
  fc.jsonValue(),
);

test("values are written as JSON.stringify writes them, whatever room there was", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.nat({ max: 64 }), (values, size) => {
      const output = new JsonOutput(size);
      for (const one of values) {
        output.put(JsonOutput.ready(JSON.stringify(one)));
        output.write(one as never);
      }
      const expected = values.map((one) => JSON.stringify(one).repeat(2)).join("");
      expect(output.length).toBe(Buffer.byteLength(expected));
      expect(Buffer.from(output.take()).toString()).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test("what was taken stays as it is when the output goes on", () => {
  const output = new JsonOutput(4);
  output.putText("[1,");
  const first = output.take();
  output.put(JsonOutput.ready('"漢🚢"]'));
  expect(output.length).toBe(10);
  expect([first, output.take(), output.take()].map((bytes) => Buffer.from(bytes).toString())).toEqual([
    "[1,",
    '"漢🚢"]',
    "",
  ]);
});
