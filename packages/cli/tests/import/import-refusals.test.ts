/** What an import refuses as a whole. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { capture } from "../capture.ts";
import { folderOf } from "../folder.ts";
import { CUSTOMERS, shop } from "./shop.ts";

/** A workbook of one sheet, with this in the place of its rows. */
function workbookOf(rows: string): Uint8Array {
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const related = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    "_rels/.rels": related("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": '<workbook><sheets><sheet name="June" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": related("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": sheet,
  };
  const encoded = Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(xml)]);
  return zipSync(Object.fromEntries(encoded), { level: 1 });
}

describe("is said before anything is written", () => {
  test.each<[string, Record<string, string | Uint8Array>, readonly string[], string]>([
    [
      "an unknown column",
      { "Orders.csv": "Order,Totl\n1,2\n" },
      ["Orders.csv"],
      'Table "Orders" has no column "Totl". Did you mean "Total"? (column/unknown)\n  Map it with --column "Totl=Column", or leave it out with --column "Totl=".',
    ],
    [
      "an unknown table",
      { "Order.csv": "Order\n1\n" },
      ["Order.csv"],
      'Order.csv: error: There is no table or slice "Order" in this application. Did you mean "Orders"? (table/not-found)',
    ],
    ["no such file", {}, ["Orders", "no.csv"], "no.csv: error: There is no such file."],
    [
      "no file",
      {},
      ["Orders"],
      '"Orders" is a table without a file, and no folder: write a table and its file, such as Orders Orders.csv.',
    ],
    [
      "another kind of file",
      {},
      ["Orders", "Orders.ods"],
      '"Orders.ods" is no file of rows: its name is to end in .csv, .jsonl, .xlsx.',
    ],
    [
      "quotes that do not match in the row of headers",
      { "Orders.csv": '\nOrder,"Total\n1,2\n' },
      ["Orders.csv"],
      "Orders.csv:2: error: A quote in the row that names columns does not match.",
    ],
    [
      "another encoding",
      { "Orders.csv": "\u{1}" },
      ["Orders.csv"],
      'Orders.csv: error: It is not UTF-8. Save it as "CSV UTF-8", or name its encoding, such as --encoding windows-1252.',
    ],
    [
      "a workbook that is none",
      { "Orders.xlsx": "Order\n1\n" },
      ["Orders.xlsx"],
      "Orders.xlsx: error: It cannot be read as an Excel workbook: ",
    ],
    [
      "a workbook of too many cells",
      { "Orders.xlsx": workbookOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(611)) },
      ["Orders.xlsx"],
      "Orders.xlsx: error: It has more than 10,000,000 rows, cells and values; save the rows as CSV.",
    ],
    [
      "a workbook without the sheet that is named",
      { "Orders.xlsx": workbookOf("<row><c><v>1</v></c></row>") },
      ["Orders.xlsx", "--sheet", "May"],
      'Orders.xlsx: error: It has no sheet "May" with filled cells; it has "June".',
    ],
    [
      "a file without line breaks",
      { "Orders.csv": `Order\n${"1,".repeat(3_000_000)}` },
      ["Orders.csv"],
      "Orders.csv:2: error: A row of it has more than 4,194,304 characters.",
    ],
    [
      "a list of JSON in place of lines",
      { "Orders.jsonl": `[${'{"Order": 1},'.repeat(400_000)}{}]` },
      ["Orders.jsonl"],
      "Orders.jsonl:1: error: A row of it has more than 4,194,304 characters.",
    ],
    [
      "lines with a column each",
      { "Orders.jsonl": Array.from({ length: 16_385 }, (_, at) => `{"c${at}": 1}\n`).join("") },
      ["Orders.jsonl"],
      "Orders.jsonl:16385: error: It names more than 16,384 columns.",
    ],
    [
      "lines that are no JSON",
      { "Orders.jsonl": '[\n{"Order": 1},\n{"Order": 2}]' },
      ["Orders.jsonl"],
      "Orders.jsonl:1: error: The line is not an object in JSON: ",
    ],
    [
      "a map that maps nothing",
      { "Orders.csv": "Order\n1\n" },
      ["Orders.csv", "--column", "No=Order"],
      '--column "No=Order": no file has a column "No".',
    ],
    [
      "an unknown locale",
      { "Orders.csv": "Order\n1\n" },
      ["Orders.csv", "--locale", "xx-yy-zz"],
      'error: "xx-yy-zz" in "Locale" cannot be read as a locale such as en-US. (request/property)',
    ],
  ])("%s", async (_, files, args, words) => {
    const { folder, run, orders } = shop({ "Customers.csv": CUSTOMERS, ...files });
    if (files["Orders.csv"] === "\u{1}") writeFileSync(join(folder, "Orders.csv"), Buffer.from([0x4f, 0xe4]));
    const { code, err } = await run("Customers.csv", ...args);
    expect(code).toBe(1);
    expect(err.replaceAll(`${folder}/`, "")).toContain(words);
    expect(orders("Customers")).toEqual([]);
  });

  test("rows for memory, which would be gone", async () => {
    const { folder } = shop({ "Orders.csv": "Order\n1\n" });
    const { code, err } = await capture("import", join(folder, "app.yaml"), join(folder, "Orders.csv"));
    expect([code, err]).toEqual([1, expect.stringContaining("name a store with --store")]);
  });
});

test("a line of JSON that is broken is refused by itself, with its line and column; infer says how many there are", async () => {
  const broken = [
    '{"Customer":"bo"',
    "[1]",
    '{"Customer":"cy"}',
    '{"Customer":"di",}',
    '{"Customer":"x","Customer":"y"}',
  ];
  const lines = ['{"Customer":"ada"}', ...broken];
  const { folder, run, orders } = shop({ "Customers.jsonl": lines.join("\n") });
  const rejected = join(folder, "refused.csv");
  const { code, err, out } = await run("Customers.jsonl", "--rejected", rejected);
  expect(code).toBe(1);
  expect(err.replaceAll(`${folder}/`, "").split("\n")).toEqual([
    expect.stringMatching(
      /^Customers\.jsonl:2: error: The line is not an object in JSON: .* column 17 .*\(row\/not-json\)$/,
    ),
    expect.stringMatching(
      /^Customers\.jsonl:3: error: The line is not an object in JSON: it is a list\..*\(row\/not-json\)$/,
    ),
    expect.stringMatching(
      /^Customers\.jsonl:5: error: The line is not an object in JSON: .* column 18 .*\(row\/not-json\)$/,
    ),
    expect.stringContaining('it has two members "Customer"'),
    "",
  ]);
  expect(err.split("(row/not-json)")).toHaveLength(5);
  expect(out).toContain("Customers: 2 rows added, 4 refused");
  expect(readFileSync(rejected, "utf8")).toContain('"{""Customer"":""bo"""');
  expect(orders("Customers").map(({ Customer }) => Customer)).toEqual(["ada", "cy"]);
  expect((await capture("infer", join(folder, "Customers.jsonl"))).err).toContain(
    "4 rows cannot be imported",
  );
});

test("refused rows of JSON Lines come back from their CSV file as the same JSON", async () => {
  const definition = `tablewright: 1
app: { id: notes, name: Notes }
tables: { Notes: { key: [ID], columns: { ID: { type: Number }, Any: { type: Json }, Text: { type: Text, required: true } } } }
`;
  const cells = ["12", "a", '{"a":1}', 12, { a: "1" }, ["x", "1"], "'x", true];
  const folder = folderOf({
    "app.yaml": definition,
    "Notes.jsonl": cells.map((Any, ID) => JSON.stringify({ ID, Any, Text: null })).join("\n"),
  });
  const [app, store] = [join(folder, "app.yaml"), `sqlite:${join(folder, "rows.sqlite")}`];
  const rejected = join(folder, "Notes.csv");
  const first = await capture(
    "import",
    app,
    join(folder, "Notes.jsonl"),
    "--store",
    store,
    "--rejected",
    rejected,
  );
  expect(first.code).toBe(1);
  const lines = readFileSync(rejected, "utf8").trimEnd().split("\n");
  writeFileSync(rejected, lines.map((line, at) => (at === 0 ? line : `${line}here`)).join("\n"));
  expect((await capture("import", app, rejected, "--store", store)).code).toBe(0);
  await capture("export", app, "--store", store, "--to", join(folder, "out"), "--format", "jsonl");
  const back = readFileSync(join(folder, "out", "Notes.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  expect(back.map((line) => JSON.parse(line).Any)).toEqual(cells);
});
