/** What is read of Excel workbooks, as many programs write them. */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readWorkbook, tableOfSheet, WorkbookTooLarge } from "./read-workbook.ts";

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Written {
  /** The XML of its rows, by the names of its sheets. */
  readonly sheets?: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly book?: string;
}

const related = (parts: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<?xml version="1.0"?><Relationships>${parts.map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A workbook in a file. */
function fileOf({ sheets = {}, parts = {}, folder = "xl/", book = "" }: Written): Uint8Array {
  const names = Object.keys(sheets);
  const all = {
    "_rels/.rels": related([["r1", "officeDocument", `${folder}workbook.xml`]]),
    [`${folder}workbook.xml`]: `<workbook xmlns:r="x">${book}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 9}" r:id="s${at}"/>`).join("")}</sheets></workbook>`,
    [`${folder}_rels/workbook.xml.rels`]: related([
      ...names.map((_, at) => [`s${at}`, "worksheet", `sheets/${at}.xml`] as const),
      ["t", "sharedStrings", `/${folder}texts.xml`],
      ["f", "styles", "../styles.xml"],
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `${folder}sheets/${at}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])) as Zippable,
  );
}

const read = (written: Written) => readWorkbook(fileOf(written), { unzipSync, strFromU8 });

const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;

test("sheets in their order, their filled rows with their places", () => {
  const rows = `<row r="2">${text("Name")}<c r="D2" t="str"><v>Count &amp; sum</v></c></row><row r="3"><c t="n"/></row><row r="7"><c><v>1</v></c></row>`;
  expect(read({ sheets: { "A &lt;1&gt;": rows, Empty: "<row/>", B: `<row>${text("x")}</row>` } })).toEqual([
    {
      name: "A <1>",
      rows: [
        { line: 2, cells: ["Name", "", "", "Count & sum"] },
        { line: 7, cells: [1] },
      ],
    },
    { name: "B", rows: [{ line: 1, cells: ["x"] }] },
  ]);
});

test("a sheet of a chart is none of cells, and parts lie where the relationships say", () => {
  const written: Written = {
    folder: "book/of/",
    sheets: { Chart: "", Data: `<row>${text("a")}<c t="s"><v>1</v></c><c s="1"><v>46085</v></c></row>` },
    parts: {
      "book/of/_rels/workbook.xml.rels": related([
        ["s0", "chartsheet", "chartsheets/1.xml"],
        ["s1", "worksheet", "/Elsewhere/One.xml"],
        ["t", "sharedStrings", "../texts.xml"],
        ["f", "styles", "/styles.XML"],
      ]),
      "elsewhere/one.xml": `<x:worksheet xmlns:x="y"><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c s="0"><x:v>46085</x:v></x:c></x:row></x:worksheet>`,
      "book/texts.xml": "<sst><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>x</t></rPh></si></sst>",
      "styles.xml":
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/></numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>',
    },
  };
  expect(read(written)).toEqual([{ name: "Data", rows: [{ line: 1, cells: ["two parts", "2026-03-04"] }] }]);
});

test("an archive whose dates are zero", () => {
  const file = fileOf({ sheets: { A: `<row>${text("a")}</row>` } });
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 16 < file.length; at++) {
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 10, 0);
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 12, 0);
  }
  expect(readWorkbook(file, { unzipSync, strFromU8 })).toHaveLength(1);
});

test("an error that a formula gave is a problem of its cell", () => {
  const rows = `<row><c><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
  expect(read({ sheets: { A: rows } })[0]?.rows).toEqual([
    { line: 1, cells: [1, "#DIV/0!"], problems: [{ cell: 1, error: "#DIV/0!" }] },
  ]);
});

test("the first row that is not blank names columns, or the one that is named", () => {
  const [sheet] = read({
    sheets: {
      A: `<row r="2">${text("Report")}</row><row r="4">${text(" id ")}${text("n")}<c t="str"><v> </v></c></row><row r="5"><c r="A5"><v>1</v></c></row><row r="6"><c r="B6"><v>2</v></c><c r="C6" t="str"><v>  </v></c></row>`,
    },
  });
  const rows = sheet?.rows ?? [];
  expect(tableOfSheet(rows).headers).toEqual(["Report"]);
  expect(tableOfSheet(rows, 3)).toEqual({
    headers: ["id", "n", ""],
    rows: [
      { line: 5, cells: [1] },
      { line: 6, cells: ["", 2, "  "] },
    ],
  });
});

describe("a cell", () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
  test.each<[string, string, unknown]>([
    ["a day", '<c s="1"><v>46085</v></c>', "2026-03-04"],
    ["a moment", '<c s="1"><v>46085.573268</v></c>', "2026-03-04T13:45:30"],
    ["a day as ISO", '<c t="d"><v>2026-03-04T00:00:00</v></c>', "2026-03-04"],
    ["a time of day", '<c s="2"><v>0.5</v></c>', "12:00:00"],
    ["a span of more than a day", '<c s="2"><v>1.25</v></c>', "30:00:00"],
    ["a span below zero", '<c s="2"><v>-0.0625</v></c>', "-01:30:00"],
    ["the first date", '<c s="1"><v>61</v></c>', "1900-03-01"],
    ["a number with a word", '<c s="3"><v>46085</v></c>', 46_085],
    ["a binary fraction", "<c><v>0.30000000000000004</v></c>", 0.3],
    ["a small one", "<c><v>6.6666666666666672E-10</v></c>", 6.66666666666667e-10],
    ["a long whole number", "<c><v>1234567890123456</v></c>", 1_234_567_890_123_456],
    ["one beyond doubles", "<c><v>123456789012345678</v></c>", "123456789012345678"],
    ["a power of ten", "<c><v>1E+20</v></c>", 1e20],
    ["Yes", '<c t="b"><v>1</v></c>', true],
    ["signs by their codes", '<c t="str"><v>a_x000D_b&#33;_x005F_x</v></c>', "a\rb!_x"],
    ["blanks", text("  a "), "  a "],
  ])("%s", (_, cell, json) => {
    const parts = { "styles.xml": styles };
    expect(read({ sheets: { A: `<row>${cell}</row>` }, parts })[0]?.rows[0]?.cells).toEqual([json]);
  });

  test("a day of a workbook that counts from 1904", () => {
    const [sheet] = read({
      sheets: { A: '<row><c s="1"><v>44623</v></c></row>' },
      parts: { "styles.xml": styles },
      book: '<workbookPr date1904="1"/>',
    });
    expect(sheet?.rows[0]?.cells).toEqual(["2026-03-04"]);
  });
});

describe("limits", () => {
  const MOST = 128 * 1_048_576;
  test.each([
    [MOST - 1, true],
    [MOST, true],
    [MOST + 1, false],
  ])("parts of %i bytes together are unpacked: %s", (size, isRead) => {
    const unpack = () =>
      readWorkbook(new Uint8Array(1), {
        strFromU8,
        unzipSync: (_, { filter }) => {
          filter({ name: "a.xml", size: 100, originalSize: 1_000 });
          filter({ name: "picture.png", size: MOST, originalSize: MOST });
          filter({ name: "b.xml.rels", size: 100, originalSize: size - 1_000 });
          return {};
        },
      });
    if (isRead) expect(unpack()).toEqual([]);
    else expect(unpack).toThrow(new WorkbookTooLarge("It unpacks to more than 128 MB"));
  });

  test.each([MOST, MOST + 1])("a file of %i bytes", (size) => {
    const unpack = () => readWorkbook({ length: size } as Uint8Array, { strFromU8, unzipSync: () => ({}) });
    if (size > MOST) expect(unpack).toThrow("It has more than 128 MB; save the rows as CSV.");
    else expect(unpack()).toEqual([]);
  });

  test("a part that is not packed counts by its size, whatever the archive says of it", () => {
    const unpack = () =>
      readWorkbook(new Uint8Array(1), {
        strFromU8,
        unzipSync: (_, { filter }) => {
          for (let part = 0; part < 2; part++) filter({ name: "a.xml", size: MOST - 1, originalSize: 1 });
          return {};
        },
      });
    expect(unpack).toThrow("It unpacks to more than 128 MB; save the rows as CSV.");
  });

  const ROWS = 1_048_576;
  const COLUMNS = 16_384;
  const CELL = "<c><v>1</v></c>";
  test.each([
    [`<row r="${ROWS - 1}">${CELL}</row><row>${CELL}</row>`, ""],
    [
      `<row r="${ROWS}">${CELL}</row><row/>`,
      'Its sheet "A" has a row 1048577, and 1048576 is the last that there can be',
    ],
    [
      `<row>${CELL}</row>${"<row/>".repeat(ROWS)}`,
      'Its sheet "A" has a row 1048577, and 1048576 is the last that there can be',
    ],
    ['<row r="1e12"/>', 'Its sheet "A" has a row 1000000000000, and 1048576 is the last that there can be'],
    [`<row>${"<c/>".repeat(COLUMNS - 1)}${CELL}</row>`, ""],
    [
      `<row/><row>${"<c/>".repeat(COLUMNS + 1)}</row>`,
      'Its sheet "A" has a cell in row 2 beyond the last column that there can be',
    ],
    [
      '<row><c r="XFE1"/></row>',
      'Its sheet "A" has a cell in row 1 beyond the last column that there can be',
    ],
  ])("a sheet has so many rows, and a row so many cells, blank ones too (%#)", (rows, error) => {
    if (error === "") expect(read({ sheets: { A: rows } })).toHaveLength(1);
    else expect(() => read({ sheets: { A: rows } })).toThrow(new WorkbookTooLarge(error));
  });

  const ELEMENTS = 10_000_000;
  /** Rows that hold their last cell only: three elements, and the cells before it. */
  const WIDE = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(610);
  const OTHERS = 610 * (COLUMNS + 2) + 12; // what says where the parts are, the sheet, its data, and a row
  test.each([
    ["rows and cells", ELEMENTS - 1, {}, true],
    ["rows and cells", ELEMENTS, {}, true],
    ["rows and cells", ELEMENTS + 1, {}, false],
    ["texts", ELEMENTS + 1, { "xl/texts.xml": `<sst>${"<si/>".repeat(4_000)}</sst>` }, false],
    ["styles", ELEMENTS + 1, { "styles.xml": `<a>${"<xf/>".repeat(4_000)}</a>` }, false],
  ])("%s are read up to 10,000,000 elements: %i", (_, count, parts, isRead) => {
    const more = Object.keys(parts).length === 0 ? 0 : 4_001;
    const rows = `${WIDE}<row>${"<c/>".repeat(count - OTHERS - more)}</row>`;
    if (isRead) expect(read({ sheets: { A: rows }, parts })).toHaveLength(1);
    else
      expect(() => read({ sheets: { A: rows }, parts })).toThrow(
        "It has more than 10,000,000 rows, cells and values; save the rows as CSV.",
      );
  });

  test.each(["<row", "<row><c <c", "<!-- ", '<row a="'])("a part that is no XML: %s", (xml) => {
    expect(() => read({ sheets: { A: xml.repeat(3) } })).toThrow(/a part of it is/u);
  });
});
