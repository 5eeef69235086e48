import { expect, test } from "vitest";
import { quickFixes } from "../entrances/editor.ts";

/** What the first fix of a source makes of it. */
test.each([
  ["[Price] =< 2", "[Price] <= 2"],
  ["[Price] => 2", "[Price] >= 2"],
  ["[Price] != 2", "[Price] <> 2"],
  ["[Price] ** 2", "[Price] ^ 2"],
  ["1,5", "1.5"],
  ["[Price] = NULL", '[Price] = ""'],
  ["[Price] > 1e3", "[Price] > 1000"],
  ['["a", "b"]', 'LIST("a", "b")'],
  ["TODAY", "TODAY()"],
  ["[Price] – 2", "[Price] - 2"],
  ["[Price] ≥ 2", "[Price] >= 2"],
  ["[Price]\u200b + 2", "[Price] + 2"],
  ["1. + [Price]", "1.0 + [Price]"],
  ["LEFT([Price]; 2)", "LEFT([Price], 2)"],
  ["(1 + 2", "(1 + 2)"],
  ["1 + 2)", "1 + 2"],
  ["“a” & 1", '"a" & 1'],
  ["_THISROW.Price", "[_THISROW].[Price]"],
])("%s becomes %s", (source, mended) => {
  const [fix] = quickFixes(source, { columns: { Price: "Price" } });
  const [edit] = fix?.edits ?? [];
  expect(source.slice(0, edit?.start) + edit?.text + source.slice(edit?.end)).toBe(mended);
});

test("a sign that means something else is not only taken away", () => {
  expect(quickFixes("Orders!Total", {}).map(({ title }) => title)).toEqual([]);
});
