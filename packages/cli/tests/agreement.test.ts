/** What `infer` proposes for a file takes every row of the file. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

/** Public data sets, as they were published by many people. */
const DATA = join(dirname(fileURLToPath(import.meta.resolve("vega-datasets"))), "../data");

const MOST_BYTES = 1_300_000;

const FILES = readdirSync(DATA).filter(
  (name) => /\.(csv|tsv|json)$/u.test(name) && statSync(join(DATA, name)).size < MOST_BYTES,
);

/** Of more rows so many are taken, from all of a file. The environment variable asks for all: `TABLEWRIGHT_WHOLE=1 npm test -- agreement`. */
const MOST_ROWS = process.env.TABLEWRIGHT_WHOLE === "1" ? Number.POSITIVE_INFINITY : 400;

function some<Row>(rows: readonly Row[]): readonly Row[] {
  const step = Math.ceil(rows.length / MOST_ROWS) || 1;
  return rows.filter((_, at) => at % step === 0);
}

/** The lines of a text, one for each row; undefined where a cell has several. */
function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split("\n");
  return lines.every((line) => (line.split('"').length - 1) % 2 === 0) ? lines : undefined;
}

/** As files that are imported: lists of objects become lines; files of other JSON are none of rows. */
function rowsOf(name: string): readonly [name: string, text: string] | undefined {
  const text = readFileSync(join(DATA, name), "utf8");
  const table = basename(name, extname(name));
  if (!name.endsWith(".json")) {
    const [header = "", ...lines] = linesOf(text) ?? [];
    return [`${table}.csv`, lines.length === 0 ? text : [header, ...some(lines)].join("\n")];
  }
  const rows: unknown = JSON.parse(text);
  const isRow = (row: unknown) => typeof row === "object" && row !== null && !Array.isArray(row);
  return Array.isArray(rows) && rows.every(isRow)
    ? [
        `${table}.jsonl`,
        some(rows)
          .map((row) => JSON.stringify(row))
          .join("\n"),
      ]
    : undefined;
}

async function importOf(name: string, content: string | Uint8Array, ...options: string[]) {
  const folder = folderOf({ [name]: content });
  const file = join(folder, name);
  const proposed = await capture("infer", file, ...options);
  const app = join(folderOf({ "app.yaml": proposed.out }), "app.yaml");
  const rejected = ["--dry-run", "--rejected", join(folder, "no.csv")];
  const { code, out, err } = await capture("import", app, file, ...rejected, ...options);
  const errors = err.split("\n").filter((line) => line !== "" && !line.includes(" rows/s"));
  return { proposed, code, out, errors: errors.map((line) => line.replaceAll(`${folder}/`, "")) };
}

test.each(FILES.flatMap((name) => (rowsOf(name) === undefined ? [] : [[name]])))("%s", async (name) => {
  const { proposed, code, errors } = await importOf(...(rowsOf(name) as [string, string]));
  expect([proposed.code, code, errors]).toEqual([0, 0, []]);
});

test("files of any cells", async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "a",
      "A",
      "1",
      "1.0",
      "01",
      "2",
      "1,000",
      "(3.50)",
      "$4",
      "5%",
      "x, y",
      "a: b",
      "é",
      "e\u0301",
    ),
    fc.constantFrom(
      "2026-01-02",
      "1/2/2026",
      "12:30",
      "100:00:00",
      "yes",
      "Y",
      "a , b",
      "b",
      "line\nbreak",
      'say "x"',
    ),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  );
  const header = fc.constantFrom("id", "Name", "Price", " total ", "code", "T No", "", "Created", "x");
  const table = fc
    .uniqueArray(header, { minLength: 1, maxLength: 5, selector: (name) => name.trim() })
    .filter((names) => names.some((name) => name !== ""))
    .chain((names) =>
      fc.tuple(fc.constant(names), fc.array(fc.array(cell, { maxLength: names.length }), { maxLength: 12 })),
    );
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(",", ";", "\t", "|"), async ([names, rows], sign) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = [names, ...rows].map((cells) => cells.map(quoted).join(sign)).join("\r\n");
      const { proposed, code, errors } = await importOf("T.csv", `sep=${sign}\n${text}`);
      expect([proposed.code, code, errors]).toEqual([0, 0, []]);
    }),
    { numRuns: 10 },
  );
});

test.each<[string, string, string]>([
  ["a row of separators", "id,name\n1,a\n,\n2,b\n", "2 rows added"],
  ["empty headers at the end", "id,name,,\n1,a,,\n", "1 row added"],
  ["an empty header at the beginning", ",id,name\n0,1,a\n", "1 row added"],
  ["cells that are missing at the end", "id,name\n1,a\n2\n", "2 rows added"],
  ["a mark of what separates", "sep=;\nid;name\n1;a\n", "1 row added"],
  ["inches", 'id,name\n1,5" pipe\n', "1 row added"],
  ["pipes", "id|name\n1|a\n", "1 row added"],
  ["blanks around headers", "id , name\n1,a\n", "1 row added"],
  [
    "amounts below zero in brackets",
    "id,sum\n1,(1,234.50)\n".replace("(1,234.50)", '"(1,234.50)"'),
    "1 row added",
  ],
])("a CSV file with %s", async (_, text, words) => {
  const { proposed, code, errors, out } = await importOf("T.csv", text);
  expect([proposed.code, code, errors]).toEqual([0, 0, []]);
  expect(out).toContain(words);
});

test("a quote that does not match refuses its row only, and infer says so", async () => {
  const { proposed, code, errors, out } = await importOf("T.csv", 'id,name\n1,"x"y\n2,b\n');
  expect(proposed.err).toContain("T: 1 row cannot be imported, the first of line 2: ");
  expect([code, errors]).toEqual([
    1,
    [
      'T.csv:2: error: A quote of the row does not match: 1,"x"y Write "" for a quote inside a cell in quotes. (row/quote)',
    ],
  ]);
  expect(out).toContain("1 row added, 1 refused");
});

test.each<[string, Uint8Array, readonly string[]]>([
  ["UTF-16 by its mark", Buffer.from("\uFEFFid;näme\n1;€\n", "utf16le"), []],
  ["UTF-16 by its mark, the high bytes first", Buffer.from("\uFEFFid;näme\n1;€\n", "utf16le").swap16(), []],
  ["windows-1252", Buffer.from("id;n\u00e4me\n1;\u0080\n", "latin1"), ["--encoding", "windows-1252"]],
  ["latin-1", Buffer.from("id;n\u00e4me\n1;x\n", "latin1"), ["--encoding", "latin-1"]],
])("a file in %s", async (_, bytes, options) => {
  const { proposed, code } = await importOf("T.csv", bytes, ...options);
  expect(proposed.out).toContain("näme");
  expect([proposed.code, code]).toEqual([0, 0]);
});

describe("workbooks", () => {
  const sheet = (name: string, ...rows: (string | number)[][]) => ({
    sheet: name,
    data: rows.map((cells) => cells.map((value) => (value === "" ? null : { value }))),
  });
  const book = async (...sheets: ReturnType<typeof sheet>[]) => {
    const folder = folderOf({});
    await writeWorkbook(sheets as Parameters<typeof writeWorkbook>[0]).toFile(join(folder, "b.xlsx"));
    return readFileSync(join(folder, "b.xlsx"));
  };

  test("each sheet is a table, to infer as to import", async () => {
    const file = await book(
      sheet("Orders", ["Order", "Sum"], [1, 2.5]),
      sheet("Empty"),
      sheet("Men", ["id"], [7], [8]),
    );
    const { proposed, code, out } = await importOf("book.xlsx", file);
    expect(proposed.out.match(/^ {2}\w+:$/gmu)).toEqual(["  Orders:", "  Men:"]);
    expect([code, out]).toEqual([0, expect.stringContaining("Men: 2 rows added")]);
    const one = await importOf("book.xlsx", file, "--sheet", "Men");
    expect([one.proposed.out, one.out]).toEqual([
      expect.stringContaining("  book:\n    key: [id]\n"),
      expect.stringContaining("book: 2 rows added"),
    ]);
  });

  test("a blank first row is skipped, and titles where the row of headers is named", async () => {
    const file = await book(sheet("S", [""], ["Report of May"], [""], ["id", "sum"], [1, 2]));
    const { proposed, code, out } = await importOf("book.xlsx", file, "--header-row", "3");
    expect(proposed.out).toContain("      id: { type: Number }\n      sum: { type: Number }\n");
    expect([code, out]).toEqual([0, expect.stringContaining("book: 1 row added")]);
  });

  test("an error of a formula refuses its row, and infer says so", async () => {
    const file = await book(sheet("err", ["id", "a"], [1, 77], [2, 3]));
    const parts = unzipSync(file);
    const path = Object.keys(parts).find((name) => name.endsWith("sheet1.xml")) as string;
    const xml = strFromU8(parts[path] as Uint8Array).replace(
      /<c ([^>]*?)(?: t="n")?><v>77<\/v>/u,
      '<c $1 t="e"><v>#DIV/0!</v>',
    );
    const { proposed, code, errors } = await importOf(
      "err.xlsx",
      zipSync({ ...parts, [path]: strToU8(xml) }),
    );
    expect(proposed.err).toContain("err: 1 row cannot be imported, the first of line 2: ");
    expect(proposed.out).toContain("a: { type: Number }");
    expect([code, errors]).toEqual([
      1,
      [
        'err.xlsx:2: error: column "a": The cell holds the error #DIV/0! in place of a value. Correct its formula, or clear the cell. (cell/error)',
      ],
    ]);
  });
});

test.each<[string, Readonly<Record<string, string>>, string, boolean]>([
  [
    "a name and most values",
    { People: "id,name\n1,a\n2,b\n", Jobs: "job,person_id\nx,1\ny,2\n" },
    "table: People",
    false,
  ],
  [
    "a name in the plural",
    { Customers: "id,n\n1,a\n2,b\n", Jobs: "job,Ship Customer\nx,1\ny,2\n" },
    "table: Customers",
    true,
  ],
  [
    "values only",
    { Customers: "id,n\n1,a\n2,b\n", Jobs: "job,floors\nx,1\ny,2\n" },
    "table: Customers",
    false,
  ],
  [
    "a name that ends like it",
    { ages: "id,n\n1,a\n2,b\n", Jobs: "job,wages\nx,1\ny,2\n" },
    "table: ages",
    false,
  ],
  [
    "few values that match",
    { Customers: "id,n\n1,a\n2,b\n", Jobs: "job,customer\nx,1\ny,7\nz,8\n" },
    "table: Customers",
    false,
  ],
  ["a price by its name", { T: "id,UnitPrice\na,1.5\nb,2\n" }, "type: Price", true],
  ["coffee", { T: "id,coffee\na,1.50\nb,2.25\n" }, "type: Price", false],
  ["a measure that comes once", { T: "height,colour\n180,red\n165,red\n" }, "key: [Row Key]", true],
  ["numbers of rows", { T: "seq,colour\n1,red\n2,red\n3,red\n" }, "key: [seq]", true],
])("a proposal by %s", async (_, tables, words, isProposed) => {
  const folder = folderOf(
    Object.fromEntries(Object.entries(tables).map(([name, text]) => [`${name}.csv`, text])),
  );
  const { out } = await capture("infer", ...Object.keys(tables).map((name) => join(folder, `${name}.csv`)));
  expect(out.includes(words)).toBe(isProposed);
});
