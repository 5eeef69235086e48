import { expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { check } from "./check.ts";

const columns = { Age: "Number", Name: "Text" };

test("a source is checked once more and then remembered, by its scope", () => {
  const scope = readScope({ columns });
  check("[Age] > 18", scope);
  const second = check("[Age] > 18", scope);
  expect(check("[Age] > 18", scope)).toBe(second);
  expect(check("[Age] > 18", readScope({ columns })).output).not.toBe(second.output);
});

test("warnings come along", () => {
  const scope = readScope({ columns });
  const outcomes = [1, 2, 3].map(() => check("[Name] = Anna", scope).diagnostics.map(({ code }) => code));
  expect(outcomes).toEqual([["syntax/raw-text"], ["syntax/raw-text"], ["syntax/raw-text"]]);
});

test("errors are found again", () => {
  const scope = readScope({ columns });
  const [first, , third] = [1, 2, 3].map(() => check("[Agee]", scope));
  expect(third).toEqual(first);
  expect(third).not.toBe(first);
});

test("an expected type is not mixed up with none", () => {
  const scope = readScope({ columns });
  for (let time = 0; time < 3; time++) check('"12"', scope);
  expect(check('"12"', scope, { kind: "Number" }).output?.type).toEqual({ kind: "Number" });
});

test("as many sources as one likes", () => {
  const scope = readScope({ columns });
  for (let time = 0; time < 2; time++) {
    for (let number = 0; number < 1_200; number++)
      expect(check(`[Age] = ${number}`, scope).output).toBeDefined();
  }
});
