import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { describe, expect, test } from "vitest";
import { asText, readNumber, sentCells, shownCell, writeNumber } from "../src/page/tables/sent-cells.ts";

test.each([
  [12.345, "en-GB", "12.345"],
  [12.345, "de-DE", "12,345"],
  [1234567.5, "de-DE", "1234567,5"],
  [1e-7, "en", "0.0000001"],
  [1e21, "en", "1000000000000000000000"],
  [-0.1, "de", "-0,1"],
])("%d in %s is entered as %s, and read as it was", (value, locale, text) => {
  expect(writeNumber(value, locale)).toBe(text);
  if (value < 1e15) expect(readNumber(text, locale)).toBe(value);
});

test.each([
  ["1.234", "de-DE", 1234],
  ["1,234", "en-GB", 1234],
  ["1.234.567,50", "de-DE", 1234567.5],
  ["12,34,567", "en-IN", 1234567],
  ["1 234,5", "de-AT", 1234.5],
  [" +7 ", "en", 7],
  ["−7", "en", -7],
  [".5", "en", 0.5],
])("%s in %s is %d", (text, locale, value) => {
  expect(readNumber(text, locale)).toBe(value);
});

test.each([
  ["12.5", "de-DE"],
  ["1,2,3", "en"],
  ["1,2345", "en"],
  ["1.2.3", "en"],
  ["", "en"],
  [".", "en"],
  ["1e3", "en"],
  ["7 %", "en"],
  ["soon", "en"],
  ["12345678901234567", "en"],
])("%s in %s is left to the service", (text, locale) => {
  expect(readNumber(text, locale)).toBe(undefined);
});

describe("cells that a form sends", () => {
  const columns = [
    { name: "Price", json: "number" },
    { name: "Ref", json: "integer", table: "Orders" },
    { name: "Name", json: "string" },
    { name: "Factors", json: "array", items: "number" },
    { name: "Counts", json: "array", items: "integer" },
  ] satisfies Partial<DescribedColumn>[];

  test.each<readonly [string, JsonValue, JsonValue]>([
    ["Price", "12,345", 12.345],
    ["Price", "12,5 €", "12,5 €"],
    ["Price", null, null],
    ["Ref", "7005", "7005"],
    ["Name", "12,345", "12,345"],
    ["Factors", "1,5 , 30", [1.5, 30]],
    ["Factors", "1,50", [1.5]],
    ["Factors", "1.000 , 2", "1.000 , 2"],
    ["Factors", "", ""],
    ["Counts", "1,5", "1,5"],
    ["toString", "1", "1"],
  ])("%s %j", (name, entered, sent) => {
    expect(sentCells(columns, new Map([[name, entered]]), "de-DE")).toEqual({ [name]: sent });
  });
});

test.each<[JsonValue | undefined, JsonValue]>([
  ["12", '"12"'],
  ["[draft", '"[draft"'],
  ["harbour", "harbour"],
  [12, 12],
  [{ a: 1 }, { a: 1 }],
  [undefined, null],
])("%j in a column of any JSON is edited as %j, which is read as it was", (value, edited) => {
  expect(shownCell({ json: "any" }, value)).toEqual(edited);
  expect(shownCell({ json: "string" }, value)).toEqual(value ?? null);
});

test("what was entered is sent as text, beside what the call says", () => {
  expect(asText({ idempotencyKey: "k" })).toEqual({ idempotencyKey: "k", properties: { Cells: "text" } });
  expect(asText({ properties: { DryRun: true } }).properties).toEqual({ DryRun: true, Cells: "text" });
});
