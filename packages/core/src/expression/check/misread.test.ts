import { expect, test } from "vitest";
import { compile } from "../index.ts";

const scope = { columns: { Placed: "Date", Discount: "Percent" } };

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
  const { ok, diagnostics } = compile(source, scope);
  expect(ok).toBe(true);
  const [warning] = diagnostics;
  expect([warning?.message, warning?.hint]).toEqual([message, hint]);
  expect(source.slice(warning?.start ?? 0, warning?.end ?? 0)).toBe(part);
});
