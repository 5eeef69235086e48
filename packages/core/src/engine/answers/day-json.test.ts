import fc from "fast-check";
import { expect, test } from "vitest";
import type { Value } from "../../values/index.ts";
import { DayJson, JsonOutput } from "./json-output.ts";

const day = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -3, max: 3 }).map((near) => near + 16_384),
  fc.integer({ min: -3, max: 3 }).map((near) => near - 16_384),
  fc.constantFrom(null, 0.5, 2 ** 32, 2 ** 31 - 1, -(2 ** 31)),
);

test.each([
  ["short", (value: Value) => (value === null ? "" : `day ${Number(value) % 10}`)],
  ["of another length each", (value: Value) => "x".repeat(Math.abs(Number(value)) % 20)],
  ["not plain", (value: Value) => `"é" ${value}`],
])("days are put as they are written: %s", (_, write) => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 40 }), (days) => {
      const output = new JsonOutput(8);
      for (const value of days) {
        DayJson.of(write).put(value, output);
        output.putText(",");
      }
      const expected = days.map((value) => `${JSON.stringify(write(value))},`).join("");
      expect(Buffer.from(output.take()).toString()).toBe(expected);
    }),
  );
});

test("a day is written once, however many rows and answers have it", () => {
  let count = 0;
  const write = (value: Value) => `${++count} ${value}`;
  for (let answer = 0; answer < 3; answer++) {
    const output = new JsonOutput(8);
    for (const value of [5, 6, 5]) DayJson.of(write).put(value, output);
    expect(Buffer.from(output.take()).toString()).toBe('"1 5""2 6""1 5"');
  }
  expect(count).toBe(2);
});
