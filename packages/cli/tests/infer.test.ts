/** What is proposed for files of rows, and that the rows fit it. */
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

test.each(["sales", "people"])("every row of the example %s fits what is proposed for it", async (name) => {
  const data = dataOf(name);
  const files = readdirSync(data).map((file) => join(data, file));
  const { code, out } = await capture("infer", ...files);
  expect(code).toBe(0);
  const app = join(folderOf({ "app.yaml": out }), "app.yaml");
  const imported = await capture("import", app, data, "--dry-run");
  expect([imported.code, imported.err]).toEqual([0, ""]);
});

test("numbers of 16 and 17 digits, as programs write doubles, are decimals, and every row is imported", async () => {
  const rates = [0.5, 0.00013216897211484592, 0.1 + 0.2].map((rate, id) => JSON.stringify({ id, rate }));
  const folder = folderOf({ "rates.jsonl": rates.join("\n") });
  const file = join(folder, "rates.jsonl");
  const { out } = await capture("infer", file);
  expect(out).toContain("rate: { type: Decimal");
  writeFileSync(join(folder, "app.yaml"), out);
  const imported = await capture("import", join(folder, "app.yaml"), "rates", file, "--dry-run");
  expect([imported.code, imported.err]).toEqual([0, ""]);
});

test("Refs, keys of two columns and lists of the sales example", async () => {
  const data = dataOf("sales");
  const { out } = await capture("infer", ...readdirSync(data).map((file) => join(data, file)));
  for (const line of [
    "  Order Lines:\n    key: [Order ID, Line]\n",
    "      Order ID: { type: Ref, table: Orders }\n",
    "      Manager: { type: Ref, table: Employees }\n",
    "      Status: { type: Enum, values: [Cancelled, Open, Packed, Shipped] }\n",
    "      Tags: { type: EnumList, values: [fragile, hazardous, heavy, seasonal] }\n",
    "      Newsletter: { type: Yes/No }\n",
  ])
    expect(out).toContain(line);
});

describe("dates and numbers that may be meant in another way", () => {
  test.each<[string, readonly string[], readonly string[], string]>([
    ["day or month first", ["3/4/2024", "5/6/2024"], [], "but other ones: add --locale en-GB"],
    [
      "day or month first, in British",
      ["3/4/2024"],
      ["--locale", "en-GB"],
      "but other ones: add --locale en-US",
    ],
    [
      "day first alone",
      ["3/4/2024", "13/4/2024"],
      [],
      '"3/4/2024" and all others are dates as en-GB writes them:',
    ],
    ["dots", ["01.02.2019", "29.02.2024"], [], "dates as de-DE writes them: add --locale de-DE"],
    ["times", ["1/2/2024 10:00", "13/2/2024 11:00:30"], [], "dates as en-GB writes them:"],
    ["a comma before cents", ['"1.234,56 €"', '"0,10 €"'], [], "numbers as de-DE writes them:"],
    ["points before three digits", ["1.234", "5.678"], [], "numbers as de-DE writes them, too,"],
    ["ISO dates", ["2024-03-04", "2024-05-06"], [], ""],
    ["month first alone", ["3/4/2024", "3/14/2024"], [], ""],
    ["cents", ["1.50", "1,234.00"], [], ""],
    ["whole numbers", ["1", "2024"], [], ""],
    ["post codes", ["01067", "80331"], [], ""],
    ["blanks", ["", ""], [], ""],
    ["texts", ["a", "3/4/2024"], [], ""],
  ])("%s", async (_, cells, options, note) => {
    const rows = cells.map((cell, at) => `k${at},${cell}\n`);
    const folder = folderOf({ "Things.csv": `Key,Cell\n${rows.join("")}` });
    const { code, err } = await capture("infer", ...options, join(folder, "Things.csv"));
    expect(code).toBe(0);
    expect(err.split("\n").filter((line) => line.startsWith("Things, column "))).toHaveLength(
      note === "" ? 0 : 1,
    );
    expect(err).toContain(note);
  });
});

describe("the type of a column", () => {
  test.each<[string, readonly string[], string]>([
    ["whole numbers", ["1", "-20", "3000"], "Number"],
    ["decimals", ["1.5", "2", "0.125"], "Decimal"],
    ["cents", ["1.50", "2.00"], "Decimal"],
    ["amounts below zero in brackets", ['"(1,234.50)"', "2.00"], "Decimal"],
    ["money", ["$1.5", "$1,234"], "Price"],
    ["percents", ["1%", "2.5%"], "Percent"],
    ["post codes", ["01067", "80331"], "Text"],
    ["long numbers", ["12345678901234567890", "2"], "Text"],
    ["dates", ["2026-01-31", "01/31/2026"], "Date"],
    ["dates at midnight", ["2026-01-31 00:00:00", "2026-02-01 00:00"], "Date"],
    ["times of days", ["2026-01-31 09:30", "2026-02-01"], "DateTime"],
    ["times", ["09:30", "23:59:59"], "Time"],
    ["spans of time", ["01:30:00", "100:00:00", "-00:10:00"], "Duration"],
    ["addresses", ["a@example.com", "b@example.org"], "Email"],
    ["links", ["https://example.com", "http://example.org/a"], "Url"],
    ["answers", ["Y", "N", "y"], "Yes/No"],
    ["ones and zeros", ["1", "0", "1"], "Number"],
    ["lines", ['"a\nb"', "c"], "LongText"],
    ["few values", ["on", "off", "on", "off", "on", "off", "on", "off"], 'Enum, values: ["off", "on"]'],
    ["blanks", ["", ""], "Text"],
    ["a mixture", ["1", "x"], "Text"],
  ])("%s", async (_, cells, type) => {
    const rows = cells.map((cell, at) => `k${at},${cell}\n`);
    const folder = folderOf({ "Things.csv": `Key,Cell\n${rows.join("")}` });
    const { out } = await capture("infer", join(folder, "Things.csv"));
    expect(out).toContain(`      Cell: { type: ${type} }\n`);
  });
});

test("dates and numbers in another Locale's order", async () => {
  const folder = folderOf({ "Waren.csv": "Nr;Preis;Tag\n1;1.234,50;01.02.2026\n2;2,00;31.12.2026\n" });
  const { out, err } = await capture(
    "infer",
    join(folder, "Waren.csv"),
    "--locale",
    "de-DE",
    "--name",
    "Laden",
  );
  expect(out).toContain("app: { id: laden, name: Laden, locale: de-DE, api: { enabled: true } }\n");
  expect(out).toContain("      Preis: { type: Price }\n      Tag: { type: Date }\n");
  expect(err).toContain("--data-locale de-DE\n");
});

test("a table whose rows nothing tells apart gets a key of its own", async () => {
  const folder = folderOf({ "Log.csv": "Word\na\na\n" });
  const { out } = await capture("infer", join(folder, "Log.csv"));
  expect(out).toContain(
    '    key: [Row Key]\n    columns:\n      Row Key: { type: Text, initialValue: "UNIQUEID(\\"PackedUUID\\")" }\n',
  );
  expect(loadDefinition(out).diagnostics).toEqual([]);
});

test.each([
  ["no name", ",\n;\n", ": error: It has no row that names columns: write their names into its first row."],
  ["one name twice", "A,A\n1,2\n", ': error: The column "A" is there twice.'],
  ["nothing", "", ": error: It has no row that names columns: write their names into its first row."],
])("a file with %s", async (_, text, words) => {
  const folder = folderOf({});
  writeFileSync(join(folder, "T.csv"), text);
  const { code, out, err } = await capture("infer", join(folder, "T.csv"));
  expect([code, out, err]).toEqual([1, "", `${join(folder, "T.csv")}${words}\n`]);
});

function dataOf(example: string): string {
  return resolve(import.meta.dirname, `../../examples/${example}/data`);
}
