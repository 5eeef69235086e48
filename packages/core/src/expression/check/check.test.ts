import { expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { compile } from "../index.ts";
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

test("a slice whose name holds an operator is read, whether or not its filter was checked first", () => {
  const tables = { Orders: { key: "ID", columns: { ID: "Text", Price: "Price" } } };
  for (const filter of [{}, { filter: "[Price] > 0" }]) {
    const slices = { "A & B": { table: "Orders", ...filter } };
    expect(compile("SUM(A & B[Price])", { tables, slices }).diagnostics).toEqual([]);
  }
});

test.each([
  ["[Price].[Name]", '"[Price]" is Price'],
  ['"tea".[Name]', 'The text "tea" is Text'],
  ["TODAY().[Name]", "This is Date"],
  ["LIST(1, 2).[Name]", "This is List of Number"],
])("%s reads a column of a value that has none", (source, words) => {
  expect(compile(source, { columns: { Price: "Price" } }).diagnostics).toMatchObject([
    {
      code: "type/not-a-ref",
      message: `${words}; only a Ref, an object, or a list of them has columns.`,
    },
  ]);
});

test.each([
  [
    '[Placed] > "01.02.2024"',
    '"01.02.2024" is read with day and month in the order of the Locale en-US, which does not write dates so.',
    'Write "2024-01-02", if that is the date; this form has one order everywhere.',
    '"01.02.2024"',
  ],
  ["[Discount] >= 20", "The number 20 is 2000 %.", "Write 0.2 for 20 %.", "20"],
  ['[Placed] = "1/2/2024"', undefined, undefined, ""],
  ["[Discount] = 1.5", undefined, undefined, ""],
  ['[Discount] = "20%"', undefined, undefined, ""],
])("what is likely misread is a warning: %s", (source, message, hint, part) => {
  const { ok, diagnostics } = compile(source, { columns: { Placed: "Date", Discount: "Percent" } });
  expect(ok).toBe(true);
  const [warning] = diagnostics;
  expect([warning?.message, warning?.hint]).toEqual([message, hint]);
  expect(source.slice(warning?.start ?? 0, warning?.end ?? 0)).toBe(part);
});
