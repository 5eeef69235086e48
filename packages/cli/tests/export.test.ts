/** What is exported, and that importing it gives the same rows. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, type LoadSource, readWorkbook } from "@tablewright/core";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { readDefinitionFile } from "../src/read-definition.ts";
import { openStore } from "../src/stores/open-store.ts";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const APP = `
tablewright: 1
app: { id: all, name: All, owner: owner@example.com, locale: de-DE, timezone: Europe/Berlin }
types:
  Home: { city: Text, since: Date }
  Line: { sku: Text, price: Price, quantity: Number, tags: { type: List, itemType: Text } }
tables:
  Things:
    key: [Key, Part]
    securityFilter: "FALSE"
    columns:
      Key: { type: Text }
      Part: { type: Number }
      "=Note": { type: LongText }
      Price: { type: Price, decimalDigits: 2 }
      Share: { type: Percent }
      Number: { type: Number }
      Day: { type: Date }
      At: { type: DateTime }
      Clock: { type: Time }
      Long: { type: Duration }
      Sound: { type: Yes/No }
      Tags: { type: EnumList, values: [a, b, "c d"] }
      Kind: { type: Enum, values: [x, "=y"] }
      Spot: { type: LatLong }
      Box: { type: Object, fields: { name: Text, home: Home, done: Yes/No } }
      Lines: { type: List, of: Line }
      Any: { type: Json }
      Changed: { type: ChangeTimestamp, watch: { columns: [Price] } }
      Twice: { type: Price, formula: "[Price] * 2" }
`;

const COLUMNS = [
  ...["Key", "Part", "=Note", "Price", "Share", "Number", "Day", "At", "Clock", "Long"],
  ...["Sound", "Tags", "Kind", "Spot", "Box", "Lines", "Any", "Changed"],
];
const ROWS = [
  [
    "a",
    1,
    '=1+1, "quoted"\nand a line',
    1234.567,
    0.125,
    -42,
    "2026-01-31",
    "2026-01-31T09:30:01",
    "23:59:59",
    "100:00:00",
    true,
    ["a", "c d"],
    "=y",
    "1.5, -2.25",
    { name: '=1, "é"\n; \\', home: { city: null, since: "2026-01-31" }, done: true },
    [{ sku: "a", price: 1234.5, quantity: 2, tags: ["x", "y , z"] }, {}],
    { b: ["12", null, "=1"], a: "{" },
    "2020-02-29T12:00:00",
  ],
  [
    "a",
    2,
    "'=x",
    1e-7,
    -0.5,
    9007199254740991,
    "1899-03-01",
    "9999-12-31T23:59:59",
    "0:00:00",
    "-0:01:00",
    false,
    [],
    "x",
    "",
    { name: "", home: null },
    [],
    "[draft",
    "",
  ],
  ["+49 ß 🚢", 3, "\tx", ...Array.from({ length: 8 }, () => null), [], null, null, null, [], "12", null],
  [
    "'",
    4,
    "true",
    0.1,
    1,
    0,
    "2024-02-29",
    "1969-12-31T00:00:00",
    "12:00:00",
    "0:00:01",
    null,
    ["b"],
    null,
    null,
    null,
    [{ sku: "🚢" }],
    "=1",
    null,
  ],
];

describe.each(["csv", "xlsx", "jsonl"])("an export as %s", (format) => {
  test("imports as the same rows", async () => {
    const folder = folderOf({ "app.yaml": APP });
    const [one, other] = [join(folder, "one.sqlite"), join(folder, "other.sqlite")];
    const rows = await fill(folder, one);
    expect(rows).toHaveLength(ROWS.length);
    const to = join(folder, "out");
    const written = await capture(
      "export",
      join(folder, "app.yaml"),
      "--store",
      `sqlite:${one}`,
      "--to",
      to,
      "--format",
      format,
    );
    expect(written).toMatchObject({
      code: 0,
      err: "",
      out: `Things: 4 rows in ${join(to, `Things.${format}`)}\n`,
    });
    expect(readdirSync(to)).toEqual([`Things.${format}`]);
    const read = await capture("import", join(folder, "app.yaml"), to, "--store", `sqlite:${other}`);
    expect(read).toMatchObject({ code: 0, out: "Things: 4 rows added\n" });
    expect(await rowsOf(folder, other)).toEqual(rows);
  });

  test("an empty table is a file without rows, and the tables after it are exported too", async () => {
    const tables = [1, 2].map((at) => `  T${at}: { key: [Key], columns: { Key: { type: Text } } }`);
    const app = `${APP.slice(0, APP.indexOf("  Things:"))}${tables.join("\n")}`;
    const folder = folderOf({ "app.yaml": app });
    const [one, to] = [join(folder, "one.sqlite"), join(folder, "out")];
    await withEngine(folder, one, async () => {});
    const store = ["--store", `sqlite:${one}`];
    const args = ["export", join(folder, "app.yaml"), ...store, "--to", to, "--format", format];
    const lines = ["T1", "T2"].map((name) => `${name}: 0 rows in ${join(to, `${name}.${format}`)}\n`);
    expect(await capture(...args)).toEqual({ code: 0, err: "", out: lines.join("") });
    expect(readdirSync(to).sort()).toEqual([`T1.${format}`, `T2.${format}`]);
  });

  test("replaces no file unless that is said, and leaves nothing half", async () => {
    const folder = folderOf({ "app.yaml": APP, [`Things.${format}`]: "mine" });
    await fill(folder, join(folder, "one.sqlite"));
    const args = [
      "export",
      join(folder, "app.yaml"),
      "Things",
      "--store",
      `sqlite:${join(folder, "one.sqlite")}`,
      "--to",
      folder,
      "--format",
      format,
    ];
    const { code, err } = await capture(...args);
    expect([code, err]).toEqual([
      1,
      `There is a file "${join(folder, `Things.${format}`)}" already; replace it with --force.\n`,
    ]);
    expect(readFileSync(join(folder, `Things.${format}`), "utf8")).toBe("mine");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await capture(...args, "--force")).toMatchObject({ code: 0 });
  });
});

test("cells of CSV that a spreadsheet would compute are made harmless, unless that is not wanted", async () => {
  const folder = folderOf({ "app.yaml": APP });
  const store = join(folder, "one.sqlite");
  await fill(folder, store);
  const textOf = async (to: string, ...args: string[]) => {
    await capture(
      "export",
      join(folder, "app.yaml"),
      "--store",
      `sqlite:${store}`,
      "--to",
      join(folder, to),
      ...args,
    );
    return readFileSync(join(folder, to, "Things.csv"), "utf8");
  };
  const guarded = await textOf("a");
  for (const cell of ["'=Note", "'=1+1", "''=x", "'+49", "'\tx", "-42", "'=y"])
    expect(guarded).toContain(cell);
  const raw = await textOf("b", "--raw");
  expect(raw).not.toContain("'+49");
  const other = join(folder, "other.sqlite");
  const read = await capture(
    "import",
    join(folder, "app.yaml"),
    join(folder, "b"),
    "--store",
    `sqlite:${other}`,
    "--raw",
  );
  expect(read).toMatchObject({ code: 0 });
  expect(await rowsOf(folder, other)).toEqual(await rowsOf(folder, store));
});

test("an unknown table, and a store that is not there", async () => {
  const folder = folderOf({ "app.yaml": APP });
  const args = (...more: string[]) => [
    "export",
    join(folder, "app.yaml"),
    ...more,
    "--to",
    join(folder, "out"),
  ];
  const absent = join(folder, "no.sqlite");
  expect(await capture(...args("--store", `sqlite:${absent}`))).toMatchObject({
    code: 1,
    err: `There is no file "${absent}".\n`,
  });
  expect(existsSync(absent)).toBe(false);
  await fill(folder, join(folder, "one.sqlite"));
  const { code, err } = await capture(...args("Thing", "--store", `sqlite:${join(folder, "one.sqlite")}`));
  expect([code, err]).toEqual([
    1,
    'export: error: There is no table or slice "Thing" in this application. Did you mean "Things"? (table/not-found)\n',
  ]);
});

async function withEngine<T>(
  folder: string,
  file: string,
  work: (engine: Awaited<ReturnType<typeof createEngine>>) => Promise<T>,
): Promise<T> {
  const { definition, diagnostics } = await readDefinitionFile(join(folder, "app.yaml"));
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const engine = await createEngine({
    definition,
    store: await openStore(`sqlite:${file}`),
    services: systemServices,
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Fills a store and answers its rows. */
async function fill(folder: string, file: string): Promise<unknown[]> {
  async function* rows() {
    yield ROWS.map((cells) => ({ cells }));
  }
  const source: LoadSource = { table: "Things", columns: COLUMNS, rows: rows() };
  await withEngine(folder, file, async (engine) => {
    expect(await engine.load([source], { properties: { Locale: "en-US" } })).toMatchObject({
      sources: [{ added: ROWS.length }],
    });
  });
  return rowsOf(folder, file);
}

function rowsOf(folder: string, file: string): Promise<unknown[]> {
  return withEngine(folder, file, async (engine) => {
    const found: unknown[] = [];
    await engine.unload(["Things"], ({ rows }) => void found.push(...rows));
    return found;
  });
}

test.each(["csv", "xlsx", "jsonl"])(
  "exact digits are exported as %s and imported as they are",
  async (form) => {
    const rows =
      "insert into t values (1, 9007199254740993, 1234567.1234567894), (2, -7, 0.30000000000000004), (3, null, null), (4, 1.0, 1.234)";
    const folder = folderOf({
      "app.yaml": `
tablewright: 1
app: { id: exact, name: Exact, locale: de-DE }
tables:
  T:
    source: t
    key: [id]
    columns:
      id: { type: Number }
      b: { type: Number, digits: exact }
      n: { type: Decimal, digits: exact }
`,
    });
    const file = (name: string) => join(folder, `${name}.db`);
    const dump = (name: string) => {
      const database = new DatabaseSync(file(name));
      try {
        return database.prepare("select id, cast(b as text) as b, n from t order by id").all();
      } finally {
        database.close();
      }
    };
    for (const name of ["from", "to"]) {
      const database = new DatabaseSync(file(name));
      database.exec("create table t (id integer primary key, b bigint, n real)");
      if (name === "from") database.exec(rows);
      database.close();
    }
    const [app, to] = [join(folder, "app.yaml"), join(folder, "out")];
    const from = ["--store", `sqlite:${file("from")}`];
    expect(await capture("export", app, ...from, "--to", to, "--format", form)).toMatchObject({ code: 0 });
    const path = join(to, `T.${form}`);
    // A workbook has numbers where a spreadsheet keeps all of their digits, and else texts.
    if (form === "xlsx")
      expect(readWorkbook(readFileSync(path), { unzipSync, strFromU8 })[0]?.rows).toMatchObject([
        { cells: ["id", "b", "n"] },
        { cells: [1, "9007199254740993", "1234567.1234567894"] },
        { cells: [2, -7, "0.30000000000000004"] },
        { cells: [3] },
        { cells: [4, 1, 1.234] },
      ]);
    else expect(readFileSync(path, "utf8")).toContain("9007199254740993");
    const imported = await capture("import", app, to, "--store", `sqlite:${file("to")}`);
    expect(imported).toMatchObject({ code: 0, out: "T: 4 rows added\n" });
    expect(dump("to")).toEqual(dump("from"));
  },
);

test("texts that XML has not are exported as a workbook and imported as they are, and too long ones are refused", async () => {
  const folder = folderOf({
    "app.yaml":
      "tablewright: 1\napp: { id: texts, name: Texts }\ntables: { T: { source: t, key: [id], columns: { id: { type: Number }, v_x0041_: { type: LongText, source: v } } } }",
  });
  const texts = [
    "a\u0001b\u000bc",
    "_x000D_ and _x41_",
    " lead\r\nand\ttrail ",
    "\uffffx\u001f",
    `<a>&"'`,
    "x".repeat(32_767),
  ];
  const [from, to] = ["from", "to"].map((name) => {
    const database = new DatabaseSync(join(folder, `${name}.db`));
    database.exec("create table t (id integer primary key, v text)");
    return database;
  });
  const put = from?.prepare("insert into t (v) values (?)");
  for (const text of texts) put?.run(text);
  const [app, out] = [join(folder, "app.yaml"), join(folder, "out")];
  const args = [
    "export",
    app,
    "--store",
    `sqlite:${join(folder, "from.db")}`,
    "--to",
    out,
    "--format",
    "xlsx",
  ];
  expect(await capture(...args)).toMatchObject({ code: 0, err: "" });
  expect(await capture("import", app, out, "--store", `sqlite:${join(folder, "to.db")}`)).toMatchObject({
    code: 0,
  });
  expect(
    to
      ?.prepare("select v from t order by id")
      .all()
      .map(({ v }) => v),
  ).toEqual(texts);
  put?.run("x".repeat(32_768));
  expect(await capture(...args, "--force")).toMatchObject({
    code: 1,
    err: 'A cell of a workbook has at most 32767 characters, and "v_x0041_" has more in row 8 of the sheet; export the table as CSV or JSON Lines.\n',
  });
  from?.close();
  to?.close();
});

test("a folder that cannot be made is said in words", async () => {
  const folder = folderOf({ "app.yaml": APP, taken: "a file" });
  const [app, to] = [join(folder, "app.yaml"), join(folder, "taken")];
  await fill(folder, join(folder, "one.sqlite"));
  const args = ["export", app, "--store", `sqlite:${join(folder, "one.sqlite")}`, "--to"];
  for (const path of [to, join(to, "below")])
    expect(await capture(...args, path)).toEqual({
      code: 1,
      out: "",
      err: `The folder "${path}" cannot be made: a part of its path is a file, not a folder. Name another one with --to.\n`,
    });
  // It says that a new folder there does not exist.
  expect((await capture(...args, "/proc/none")).err).toContain('The folder "/proc/none" cannot be made: ');
});
