/** What `tablewright introspect` writes over files of SQLite, and what it says when it cannot. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadDefinition } from "@tablewright/core";
import { sampleDatabases } from "@tablewright/engine-tests/databases";
import { describe, expect, test, vi } from "vitest";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

function makeFile(name: string, sql: string): string {
  const file = join(folderOf({}), `${name}.db`);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
  return file;
}

/** The definition that is written, its warnings among the errors. */
async function introspected(sql: string, ...options: string[]) {
  const store = `sqlite:${makeFile("shop", sql)}`;
  const { code, out, err } = await capture("introspect", store, ...options);
  expect([code, err]).toEqual([0, expect.stringContaining("TABLEWRIGHT_KEY=")]);
  const { output, diagnostics } = loadDefinition(out);
  expect(diagnostics).toEqual([]);
  return { store, out, err, app: output ?? expect.fail() };
}

const lines = (text: string, pattern: RegExp) => text.split("\n").filter((line) => pattern.test(line));

describe("the sample databases", () => {
  test.each(sampleDatabases.map(({ name, sqlite }) => [name, sqlite]))("%s", async (name, sql) => {
    const file = makeFile(name, sql);
    const { code, out, err } = await capture("introspect", `sqlite:${file}`);
    expect(code).toBe(0);
    expect(loadDefinition(out).diagnostics).toEqual([]);
    const [, key = ""] = /TABLEWRIGHT_KEY=(key-[0-9a-f]{32})\n/u.exec(err) ?? [];
    const sum = createHash("sha256").update(key).digest("hex");
    expect(out).toContain(`sha256: "${sum}"`);
    await expect(out.replace(sum, "0".repeat(64))).toMatchFileSnapshot(`introspect/${name}.snapshot.yaml`);
  });

  test("every table that is written as a comment loads when its key is named", async () => {
    const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.sqlite ?? "";
    const { out } = await introspected(sakila);
    const plain = out.replaceAll(/^ {2}# ((?:film_list:| .*|rental_log:|open_store:).*)$/gmu, "  $1");
    const keyed = plain.replaceAll(/key: \[\](?=\n(?:.*\n)*? {6}(\w+):)/gu, "key: [$1]");
    const { output, diagnostics } = loadDefinition(keyed);
    expect(diagnostics).toEqual([]);
    expect(output?.tables.get("film_list")).toMatchObject({
      source: { table: "film_list" },
      updates: new Set(),
    });
    expect(output?.tables.get("open_store")?.updates).toEqual(new Set(["add"]));
  });
});

test("names that differ only in how accents are written, or have a blank at an end, get others", async () => {
  const { app } = await introspected(
    'create table t ("\u00e9" integer primary key, "e\u0301" text, " lead" text, "lead" text)',
  );
  const columns = app.tables.get("t")?.columns.map(({ name, options }) => [name, options.source]);
  expect(columns).toEqual([
    ["\u00e9", undefined],
    ["e\u0301 2", "e\u0301"],
    ["lead 2", " lead"],
    ["lead", undefined],
  ]);
});

test("columns that the definition adds are counted by themselves", async () => {
  const { err } = await introspected(
    "create table a (id integer primary key); create table b (id integer primary key, a integer references a (id))",
  );
  expect(err).toContain(
    '2 tables with 3 columns of the SQLite database "shop"; 1 computed column lists related rows.',
  );
});

test("the example of docs/your-database.md loads", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../../docs/your-database.md"), "utf8");
  const [, example = ""] = /```yaml\n(.*?)```/su.exec(page) ?? [];
  expect(loadDefinition(example)).toMatchObject({ output: { name: "shop" }, diagnostics: [] });
});

test("the key that is shown is the key of the definition, and a line to try it with is printed", async () => {
  const made = "create table film (id integer primary key, title text); insert into film values (7, 'Ebb')";
  const { store, out, err } = await introspected(made);
  const file = join(folderOf({ "app.yaml": out }), "app.yaml");
  const served = begin(["serve", file, "--store", store, "--port", "0"]);
  await vi.waitUntil(() => served.out().includes("curl "), { timeout: 150_000 });
  const [, address = ""] =
    /curl -s '(\S+\/tables\/film\/Action)' -H "ApplicationAccessKey: \$TABLEWRIGHT_KEY"/u.exec(
      served.out(),
    ) ?? [];
  const [, key = ""] = /TABLEWRIGHT_KEY=(\S+)/u.exec(err) ?? [];
  const headers = { ApplicationAccessKey: key, "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: '{"Action": "Find"}' });
  expect(await answer.json()).toEqual({ Rows: [{ _RowNumber: "", id: 7, title: "Ebb" }] });
  served.stop();
  await served.done;
});

test("a store without the tables that the definition names refuses it in words", async () => {
  const { out } = await introspected("create table t (a integer primary key)");
  const file = join(folderOf({ "app.yaml": out }), "app.yaml");
  const refusalBy = async (store: string) => {
    const { code, err } = await capture("serve", file, "--store", store, "--port", "0");
    return [code, err];
  };
  expect(await refusalBy("memory:")).toEqual([
    1,
    `${file}: The table "t" has a source, a table that a database has already; a store of the kind "memory" accepts only tables that it created.\n`,
  ]);
  const missing = join(folderOf({}), "own.sqlite");
  expect(await refusalBy(`sqlite:${missing}`)).toEqual([1, `There is no file "${missing}".\n`]);
  new DatabaseSync(missing).close();
  expect(await refusalBy(`sqlite:${missing}`)).toEqual([
    1,
    `${file}: The source "t" of table "t" cannot be used: the database has no such table or view.\n`,
  ]);
});

test.each<[string, string, string[]]>([
  [
    "money and other decimals",
    "price numeric(10,2), weight numeric(8,3), real_cost real, share decimal, big numeric(20,0), whole numeric(5)",
    [
      "price: { type: Price, decimalDigits: 2 }",
      "weight: { type: Decimal, decimalDigits: 3 }",
      "real_cost: { type: Price }",
      "share: { type: Decimal }",
      "big: { type: Decimal, decimalDigits: 0 }",
      "whole: { type: Number }",
    ],
  ],
  [
    "texts by their names",
    "email text, work_email varchar(50), mailbox text, Phone text, faxNo text, home_url text, curl text, notes text, note varchar(100), comment varchar(101), long varchar(501), uuid uuid",
    [
      "email: { type: Email }",
      "work_email: { type: Email, maxLength: 50 }",
      "mailbox: { type: Text }",
      "Phone: { type: Phone }",
      "faxNo: { type: Phone }",
      "home_url: { type: Url }",
      "curl: { type: Text }",
      "notes: { type: LongText }",
      "note: { type: Text, maxLength: 100 }",
      "comment: { type: LongText, maxLength: 101 }",
      "long: { type: LongText, maxLength: 501 }",
      "uuid: { type: Text, maxLength: 36 }",
    ],
  ],
  [
    "yes and no",
    "a boolean, b tinyint(1), c tinyint(2), d int check (d in (0, 1))",
    ["a: { type: Yes/No }", "b: { type: Yes/No }", "c: { type: Number }", "d: { type: Yes/No }"],
  ],
  [
    "lists of values",
    "a text check (a in ('x', '', 'y z', '1')), b int check (b in (1, 2, 5)), c text check (c in (''))",
    [
      `a: { type: Enum, values: [x, y z, "1"] }`,
      "b: { type: Enum, itemType: Number, values: [1, 2, 5] }",
      "c: { type: Text }",
    ],
  ],
  [
    "what the database gives",
    "a int not null, b int not null default 0, c int generated always as (a + 1), d text not null default (lower('X'))",
    [
      "a: { type: Number, required: true }",
      "b: { type: Number } # default: 0",
      "c: { type: Number, readOnly: true } # the database computes it: a + 1",
      "d: { type: Text } # default: lower('X')",
    ],
  ],
  [
    "references that are none here",
    "a int references t (other), b int references gone (id), c int references t, other int unique, d text references t",
    [
      "a: { type: Number } # refers to t (other); not a Ref: it is not the key of that table",
      "b: { type: Number }",
      "c: { type: Ref, table: t, onDelete: restrict }",
      "other: { type: Number } # unique",
      "d: { type: Text } # refers to t (id); not a Ref: the types differ",
    ],
  ],
])("columns: %s", async (_, columns, written) => {
  const { out } = await introspected(`create table t (id integer primary key, ${columns})`);
  const [, ...rest] = lines(out, /^ {6}[^#]/u).filter((line) => !line.includes("sha256"));
  expect(rest.map((line) => line.trim())).toEqual(written);
});

test.each<[string, string, string]>([
  ["the primary key", "a int, b int not null unique, primary key (a, b)", "key: [a, b]"],
  [
    "else what is unique and never empty",
    "a int unique, b int not null, c int not null, d text not null unique, unique (b, c)",
    "key: [d]",
  ],
  ["several together, too", "a int unique, b int not null, c int not null, unique (c, b)", "key: [c, b]"],
  [
    "never what may be empty, or has no type here",
    "a int unique, b blob primary key not null",
    "#   key: []",
  ],
  ["nor what is unique for some rows alone", "a int not null", "#   key: []"],
])("keys: %s", async (_, columns, key) => {
  const { out } = await introspected(
    `create table t (${columns}); create unique index some on t (a) where a > 0; create unique index computed on t (abs(a))`,
  );
  expect(lines(out, /key: \[/u).map((line) => line.trim())).toEqual([key]);
});

test("a table to which no row can be added, because of a column that is left out", async () => {
  const { out, app } = await introspected("create table t (id integer primary key, picture blob not null)");
  expect(app.tables.get("t")?.updates).toEqual(new Set(["edit", "delete"]));
  expect(out).toContain("# Rows cannot be added, because the database needs a value of picture.");
});

test("what is left out is said, beside the definition too", async () => {
  const { out, err } = await introspected(
    "create table a (id integer primary key, x blob); create table b (x text); create table c (x blob)",
  );
  expect(out).toContain("# c is left out: none of its columns has a type that is supported.");
  expect(err.split("\n").slice(0, 3)).toEqual([
    '1 table with 1 column of the SQLite database "shop".',
    'Only comments, because they have no key: "b", "c".',
    "Left out, because their types are not supported: 2 columns.",
  ]);
});

test("a database in which no table has a key: a definition that a person can go on with", async () => {
  const { out, app } = await introspected("create table t (a text)");
  expect(app.tables.size).toBe(0);
  expect(out).toContain("tables: {}\n");
});

describe("--tables", () => {
  const sql =
    "create table film (id integer primary key); create table shop (film int references film, id int primary key)";

  test("takes some, in any letters; a reference to another is none", async () => {
    const { out, app } = await introspected(sql, "--tables", " SHOP,");
    expect([...app.tables.keys()]).toEqual(["shop"]);
    expect(out).toContain("refers to film (id); not a Ref: that table is not in this file");
  });

  test("names one that is not there", async () => {
    const file = makeFile("shop", sql);
    const { code, out, err } = await capture("introspect", `sqlite:${file}`, "--tables", "film,shops");
    expect([code, out, err]).toEqual([1, "", 'There is no table "shops" here. Did you mean "shop"?\n']);
  });
});

test.each<[string, () => string[], string]>([
  [
    "no database of a kind that is read",
    () => ["mongodb://me:secret@host/db"],
    'No database can be read at "mongodb://…@host/db"; an address begins with "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  [
    "no address at all",
    () => ["shop.db"],
    'No database can be read at "shop.db"; an address begins with "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  [
    "a file without its scheme",
    () => [makeFile("shop", "create table t (a)")],
    'an address begins with "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:". Did you mean "sqlite:',
  ],
  ["no file", () => ["sqlite:"], 'The address "sqlite:" names no file; write it like "sqlite:shop.db".'],
  ["a file that is not there", () => ["sqlite:none/shop.db"], 'There is no file "none/shop.db".'],
  [
    "schemas of a file",
    () => ["sqlite:shop.db", "--schema", "public"],
    "A file of SQLite has no schemas; leave --schema out.",
  ],
  [
    "a database without tables",
    () => [`sqlite:${makeFile("empty", "create table t (a); drop table t")}`],
    'The SQLite database "empty" has no tables that this user may read.',
  ],
  [
    "an address that is none",
    () => ["postgres://host:port/db"],
    'The address of the database is not understood; write it like "postgres://user:password@host:5432/database", with other characters than letters and digits in percent form.',
  ],
  [
    "a server that is not there",
    () => ["postgres://me:secret@127.0.0.1:1/shop"],
    'The database "shop" at 127.0.0.1:1 cannot be reached (ECONNREFUSED).',
  ],
])("%s: a sentence and exit code 1", async (_, input, words) => {
  const { code, out, err } = await capture("introspect", ...input());
  expect([code, out, err]).toEqual([1, "", expect.stringContaining(words)]);
  expect(err).not.toContain("secret");
});
