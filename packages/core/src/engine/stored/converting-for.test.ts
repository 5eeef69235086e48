import { expect, test } from "vitest";
import { loadDefinition } from "../../schema/index.ts";
import type { Value } from "../../storage/index.ts";
import { dayNumberOf } from "../../values/index.ts";
import { convertingFor } from "./opening-of.ts";

const DAY = Number(dayNumberOf(2026, 3, 14));

test.each<[from: string, value: Value, to: string, converted: Value | undefined]>([
  ["text", " 1.234,5", "Decimal", 1234.5],
  ["text", "007", "Number", 7],
  ["text", "1,5", "Number", undefined],
  ["text", "none", "Number", undefined],
  ["text", " ", "Number", undefined],
  ["text", "14.03.2026", "Date", DAY],
  ["text", "2026-03-14", "Date", DAY],
  ["text", "2026-02-30", "Date", undefined],
  ["text", "18:30", "Time", 66_600],
  ["text", "yes", "Yes/No", true],
  ["text", "red , blue", "List", ["red", "blue"]],
  ["integer", 7, "Text", "7"],
  ["integer", 7, "Decimal", 7],
  ["real", 1.5, "Text", "1.5"],
  ["real", 1e-7, "Text", "0.0000001"],
  ["real", 2, "Number", 2],
  ["real", 2.5, "Number", undefined],
  ["integer", 7, "Date", undefined],
  ["boolean", true, "Text", "TRUE"],
  ["boolean", true, "Number", undefined],
  ["date", DAY, "Text", "2026-03-14"],
  ["date", DAY, "DateTime", DAY * 86_400],
  ["datetime", DAY * 86_400, "Date", DAY],
  ["datetime", DAY * 86_400 + 60, "Date", undefined],
  ["datetime", DAY * 86_400 + 60, "Text", "2026-03-14T00:01:00"],
  ["time", 66_600, "Duration", 66_600],
  ["duration", 66_600, "Time", 66_600],
  ["duration", 90_000, "Time", undefined],
  ["json", ["red", "blue"], "Text", "red , blue"],
  ["json", [DAY], "Text", undefined],
])("%s %j as %s is %j", (from, value, to, converted) => {
  expect(convertingFor(definition)("T", to, from)(value)).toEqual(converted);
});

test("what the definition does not have converts to nothing", () => {
  expect(convertingFor(definition)("T", "none", "text")("a")).toBe(undefined);
  expect(convertingFor(definition)("none", "Text", "text")("a")).toBe(undefined);
});

const types = ["Text", "Number", "Decimal", "Date", "Time", "DateTime", "Duration", "Yes/No"];
const columns = types.map((type) => `${type}: { type: ${type} }`);
const list = "List: { type: EnumList, values: [red, blue] }";
const definition =
  loadDefinition(
    `tablewright: 1\napp: { id: a, name: A, locale: de-DE }\ntables: { T: { key: [Text], columns: { ${[...columns, list].join(", ")} } } }`,
  ).output ?? expect.fail("The definition does not load.");
