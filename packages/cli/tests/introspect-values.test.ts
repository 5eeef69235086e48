/** What `tablewright introspect` makes of the values that rows of SQLite hold, which its types say little of. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { sqliteStore } from "@tablewright/store-sqlite";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

test("a column for yes and no that holds other whole numbers is a Number", async () => {
  const columns = await columnsOf(`
    create table t (id integer primary key, a boolean, b tinyint(1), c bit, d boolean);
    insert into t (a, b, c, d) values (1, 0, 1, 'true'), (0, 5, null, 1)`);
  expect(columns).toEqual([
    "      a: { type: Yes/No }",
    "      b: { type: Number }",
    "      c: { type: Yes/No }",
    "      d: { type: Yes/No }",
  ]);
});

test("JSON has the shape of its rows as a comment", async () => {
  const columns = await columnsOf(`
    create table t (id integer primary key, a json, b json, c json);
    insert into t (a, b, c) values ('{"sku": "x", "at": "2026-03-01", "num": 1}', '[{"q": 1}]', '1'), ('{"num": 1.5, "ok": true}', '[]', '{}')`);
  expect(columns).toEqual([
    "      a: { type: Json } # rows look like { type: Object, fields: { sku: Text, at: Date, num: Decimal, ok: Yes/No } }",
    "      b: { type: Json } # rows look like { type: List, of: { type: Object, fields: { q: Number } } }",
    "      c: { type: Json }",
  ]);
});

test("a key of moments with fractions of a second is a Text, which says why", async () => {
  const columns = await columnsOf(`
    create table visit (door integer, at datetime, until datetime, primary key (door, at));
    insert into visit values (1, '2026-03-01 10:00:01.5', '2026-03-01 11:00:00.25');
    create table tour (at datetime primary key);
    insert into tour values ('2026-03-01 10:00:01')`);
  const why = "# a Text, as other types have no fractions of a second, and so could not tell rows apart";
  expect(columns).toEqual([
    "      at: { type: DateTime }",
    `      at: { type: Text } ${why}`,
    "      until: { type: DateTime }",
  ]);
});

test("a text that is never NULL is required where rows or checks show that it is never empty", async () => {
  const columns = await columnsOf(`
    create table person (id integer primary key, nick text not null, email text not null, bio text not null default '');
    insert into person values (1, '', 'a@example.com', ''), (2, 'bob', 'b@example.com', 'x');
    create table empty (id integer primary key, name text not null, code text not null check (length(code) > 0), num integer not null)`);
  expect(columns).toEqual([
    "      name: { type: Text, label: true }",
    "      code: { type: Text, required: true }",
    "      num: { type: Number, required: true }",
    "      nick: { type: Text }",
    "      email: { type: Email, required: true }",
    "      bio: { type: Text } # default: ''",
  ]);
});

test("a column of dates that holds numbers and texts is a Text, which shows all of them", async () => {
  const columns = await columnsOf(`
    create table t (id integer primary key, born date, at datetime, free);
    insert into t values (1, '2024-01-31', 5, 'a'), (2, 7, '2024-01-31 10:00:00', 1), (3, 'n/a', null, null)`);
  expect(columns).toEqual([
    "      born: { type: Text } # date, as the text that the database writes of it",
    "      at: { type: Text } # datetime, as the text that the database writes of it",
  ]);
});

test("no table that a store keeps its books in is proposed, whatever database it comes from", async () => {
  const names = ["guards", "leftovers", "turns", "store", "migrations", "refills", "later"];
  const ours = names.map((name) => `create table tablewright_${name} (id integer primary key, name text);`);
  expect(await columnsOf(`${ours.join("")} create table t (id integer primary key, name text)`)).toEqual([
    "      name: { type: Text, label: true }",
  ]);
});

test("no table that a store has made is proposed, whether it keeps books or rows", async () => {
  const [file, folder] = ["shop.db", folderOf({})];
  const database = new DatabaseSync(join(folder, file));
  database.exec("create table t (id integer primary key, name text)");
  database.close();
  const store = sqliteStore(join(folder, file));
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop }
tables:
  T: { source: t, key: [id], history: { keep: 30d }, columns: { id: { type: Number } } }
  Notes: { key: [Note], columns: { Note: { type: Text } } }
`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({ definition: definition ?? expect.fail(), store, services });
  await engine.close();
  const { out, err } = await capture("introspect", `sqlite:${join(folder, file)}`);
  expect(err).toContain("1 table with 2 columns");
  expect([...(loadDefinition(out).output?.tables.keys() ?? [])]).toEqual(["t"]);
  expect(out).toContain("# Notes is left out: a store keeps its catalogue or its rows in it");
});

test("a key that is not compared to the letter is written down as such", async () => {
  const columns = await columnsOf(`
    create table a (code text collate nocase primary key, name text collate nocase);
    create table b (code text collate binary primary key)`);
  const how = "# found as the database compares it, which ignores case, accents or blanks at the end";
  expect(columns).toEqual([
    `      code: { type: Text } ${how}`,
    "      name: { type: Text, label: true }",
    "      code: { type: Text }",
  ]);
});

test("a table whose triggers need functions of another program is offered for what it takes, with the reason", async () => {
  const lines = await linesOf(`
    create table books (id integer primary key, title text, sort text);
    create trigger b after insert on books begin update books set sort = title_sort(new.title) where id = new.id; end`);
  expect(lines).toContain(
    "  # Not every change of rows is offered: a trigger of it cannot run here: no such function: title_sort.",
  );
  expect(lines).toContain("    updates: [edit, delete]");
});

test("columns that a view computes have the types of their values", async () => {
  const lines = await linesOf(`
    create table sale (id integer primary key, price decimal(9,2), count integer, sold date, name text);
    insert into sale values (1, 2.5, 3, '2026-01-05', 'a'), (2, 1, 2, null, null);
    create view sum as select id, price * count as paid, count * 2 as twice, date(sold, '+1 day') as due, upper(name) as loud,
      datetime(sold) as at, null as hollow, case when id = 1 then 'x' else 1 end as mixed from sale;
    create view none as select id, price * count as paid from sale where id > 5;
    create view broken as select id, json_extract('{', '$') as x from sale`);
  const columns = lines.filter((line) => /^[# ]+(?:paid|twice|due|loud|at|hollow|mixed|x)\b/u.test(line));
  expect(columns.map((line) => line.trim())).toEqual([
    "#     # x is left out: it has no type, and its rows have values of several kinds or none; { type: Text, readOnly: true } shows it as a text",
    "#     # paid is left out: it has no type, and its rows have values of several kinds or none; { type: Text, readOnly: true } shows it as a text",
    "#     paid: { type: Decimal }",
    "#     twice: { type: Number }",
    "#     due: { type: Date }",
    "#     loud: { type: Text }",
    "#     at: { type: DateTime }",
    "#     # hollow is left out: it has no type, and its rows have values of several kinds or none; { type: Text, readOnly: true } shows it as a text",
    "#     # mixed is left out: it has no type, and its rows have values of several kinds or none; { type: Text, readOnly: true } shows it as a text",
  ]);
});

/** The lines of the columns but for those of ids. */
async function columnsOf(sql: string): Promise<readonly string[]> {
  return (await linesOf(sql)).filter((line) => /^ {6}(?!id|door)\w+:/u.test(line));
}

async function linesOf(sql: string): Promise<readonly string[]> {
  const file = join(folderOf({}), "shop.db");
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  const { code, out } = await capture("introspect", `sqlite:${file}`);
  expect(code).toBe(0);
  return out.split("\n");
}

test("numbers that no double is keep their digits; those of keys are texts", async () => {
  const columns = await columnsOf(`
    create table t (id integer primary key, large bigint, small bigint, exact decimal(38,18), paid decimal(10,2),
      serial numeric(20), loose numeric, mass numeric, rank numeric(5));
    insert into t values (1, 9007199254740993, 'n/a', 1.5, 1.5, 9007199254740993, -9007199254740993, 6.02e23, 9007199254740993),
      (2, 1, 2, 3, 4, 5, 6, 7, 8);
    create table w (id numeric(20) primary key, note text);
    insert into w values (9223372036854775807, null);
    create table u (id bigint primary key, note text);
    insert into u values (9223372036854775807, null)`);
  expect(columns).toEqual([
    "      large: { type: Number, digits: exact }",
    '      small: { type: Number } # 1 of 2 rows have a value that is read as a blank, such as "n/a"',
    "      exact: { type: Decimal, decimalDigits: 18 }",
    "      paid: { type: Decimal, decimalDigits: 2 }",
    "      serial: { type: Decimal, decimalDigits: 0, digits: exact }",
    "      loose: { type: Decimal, digits: exact }",
    "      mass: { type: Decimal }",
    "      rank: { type: Number, digits: exact }",
    "      note: { type: LongText }",
    "      note: { type: LongText }",
  ]);
});

test("a file of SQLite is looked at: what some rows hold beside their type, and in what form", async () => {
  const file = join(folderOf({}), "rails.db");
  const database = new DatabaseSync(file);
  database.exec(`
    create table posts (id integer primary key, title varchar, published boolean default 'f', qty integer,
      born date, created_at datetime(6), seen_at integer, touched datetime);
    insert into posts values
      (1, 'a', 't', 5, '2024-01-31', '2024-01-31 10:00:00.123456', 1719828000, 1719828000123),
      (2, 'b', 'f', '', '01/02/2024', '2024-01-31 10:00:00.123456', 1719828001, 1719828000124),
      (3, 'c', 'f', 'n/a', '', null, null, null);
  `);
  database.close();
  const { out } = await capture("introspect", `sqlite:${file}`);
  const lines = out.split("\n").map((line) => line.trim());
  for (const line of [
    `published: { type: Yes/No } # default: 'f'; yes and no are texts such as "f"`,
    `qty: { type: Number } # 1 of 3 rows have an empty text, a blank; 1 of 3 rows have a value that is read as a blank, such as "n/a"`,
    `born: { type: Date } # 1 of 3 rows have an empty text, a blank; 1 of 3 rows have a value that is read as a blank, such as "01/02/2024"`,
    "created_at: { type: DateTime }",
    "seen_at: { type: Number } # looks like seconds since 1970: { type: DateTime, instant: seconds } shows moments",
    "touched: { type: DateTime, instant: milliseconds } # the rows have numbers",
  ])
    expect(lines).toContain(line);
  expect(loadDefinition(out).diagnostics).toEqual([]);
});
