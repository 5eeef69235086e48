import { expect, test } from "vitest";
import { describe, functions } from "../index.ts";
import { documentationOf } from "./documentation-of.ts";

test("documentation is the description with details and examples", () => {
  expect(documentationOf("trunc")).toEqual({
    ...describe("TRUNC"),
    details: expect.stringMatching(/\.$/),
    parameters: functions.find(({ name }) => name === "TRUNC")?.parameters,
    examples: expect.arrayContaining([[expect.any(String), expect.any(Number)]]),
  });
  expect(documentationOf("Nothing")).toBe(undefined);
  expect(documentationOf("constructor")).toBe(undefined);
});

test("every function has examples", () => {
  const without = functions.filter(({ name }) => documentationOf(name)?.examples.length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});
