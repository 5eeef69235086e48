import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { expect, test } from "vitest";
import { cellText } from "../src/page/grid/cell-text.ts";

const column = (type: string, more: Partial<DescribedColumn> = {}): DescribedColumn => ({
  name: "A",
  type,
  json: "any",
  key: false,
  label: false,
  required: false,
  hasInitialValue: false,
  virtual: false,
  computed: false,
  writable: true,
  ...more,
});

test.each<readonly [DescribedColumn, JsonValue | undefined, string, string]>([
  [column("Price"), 1234.5, "en", "$1,234.50"],
  [column("Price", { currency: "€" }), 1234.5, "de", "€1.234,50"],
  [column("Decimal"), 0.1, "de", "0,1"],
  [column("Percent"), 0.125, "en", "12.5%"],
  [column("Number"), 7025, "en", "7,025"],
  [column("Number", { key: true }), 7025, "en", "7025"],
  [column("Date"), "2026-03-04", "en-GB", "4 Mar 2026"],
  [column("Date"), "2026-03-04", "en-US", "Mar 4, 2026"],
  [column("Date"), "not a day", "en", "not a day"],
  [column("DateTime"), "2026-03-04T05:06:07", "en-GB", "4 Mar 2026, 05:06:07"],
  [column("Yes/No"), true, "en", "✓"],
  [column("EnumList"), ["a", "b"], "en", "a, b"],
  [
    column("Object"),
    { city: "Oslo", since: null, tags: [], best: { sku: "a", n: [1, 2] } },
    "en",
    "city: Oslo, best: {sku: a, n: [1, 2]}",
  ],
  [column("List"), [{ sku: "a", price: 1.5 }, { sku: null }], "en", "{sku: a, price: 1.5}, {}"],
  [
    column("Json"),
    { kind: "order", lines: [{ sku: "a" }, "12", null] },
    "en",
    "kind: order, lines: [{sku: a}, 12, null]",
  ],
  [column("Json"), "12", "en", "12"],
  [column("Json"), false, "en", "–"],
  [column("Json"), [[1, 2], "a"], "en", "1, 2, a"],
  [column("Text"), null, "en", ""],
  [column("Text"), undefined, "en", ""],
])("%# %o of %o", (one, value, language, text) => {
  expect(cellText(one, value, language)).toBe(text);
});
