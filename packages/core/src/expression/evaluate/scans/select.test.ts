import { describe, expect, test } from "vitest";
import { readScope } from "../../../../conformance/read-context.ts";
import { check } from "../../check/check.ts";
import { findBinding } from "./select.ts";

const scope = readScope({
  table: "Items",
  tables: { Items: { key: "ID", columns: { ID: "Text", N: "Number", Day: "Date", Tags: "List of Text" } } },
});

/** The column that the condition of a FILTER binds, by name. */
function boundBy(condition: string): string | undefined {
  const { output, diagnostics } = check(`FILTER("Items", ${condition})`, scope);
  if (output?.root.op !== "select") throw new Error(JSON.stringify(diagnostics));
  const { condition: node, slot, table } = output.root;
  const binding = node && findBinding(node, slot);
  return binding && table.columns[binding.column]?.name;
}

describe("an index can serve", () => {
  test.each([
    ["[N] = 1", "N"],
    ["1 = [N]", "N"],
    ["[N] = [_THISROW].[N] + 1", "N"],
    ["AND([N] > 1, [Day] = TODAY())", "Day"],
    ["[N] = [N]", undefined],
    ["[N] = LEN([ID])", undefined],
    ["[N] = RANDBETWEEN(1, 3)", undefined],
    ["[N] <> 1", undefined],
    ["OR([N] = 1, [N] = 2)", undefined],
    ['[Tags] = LIST("a")', undefined],
  ])("%s", (condition, column) => {
    expect(boundBy(condition)).toBe(column);
  });
});
