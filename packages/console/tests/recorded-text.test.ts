import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { expect, test } from "vitest";
import { recordedText } from "../src/page/grid/cell-text.ts";

const columns = [
  { name: "Day", type: "Date" },
  { name: "Price", type: "Price", currency: "€", decimalDigits: 2 },
  { name: "Rate", type: "Percent" },
  { name: "Done", type: "Yes/No" },
  { name: "Tags", type: "EnumList" },
  { name: "constructor", type: "Text" },
] as unknown as readonly DescribedColumn[];

test.each<[string, Record<string, JsonValue>, string]>([
  ["Day", { Day: "2026-11-23" }, "23.11.2026"],
  ["Price", { Price: 1234.5 }, "€1.234,50"],
  ["Rate", { Rate: 0.155 }, "15,5\u00a0%"],
  ["Done", { Done: false }, "–"],
  ["Tags", { Tags: ["a", "b"] }, "a, b"],
  ["Tags", { Tags: [] }, "∅"],
  ["Day", { Day: null }, "∅"],
  ["Day", {}, "∅"],
  ["constructor", {}, "∅"],
  ["Gone", { Gone: 1234.5 }, "1234.5"],
  ["Gone", { Gone: "" }, "∅"],
])("%s of %j is shown on a German page as the grid shows it", (name, row, text) => {
  expect(recordedText({ columns }, row, name, "de")).toBe(text);
});
