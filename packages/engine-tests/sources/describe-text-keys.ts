import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of texts that another program keeps empty in place of NULL, and of keys that are made of texts. */
export function describeTextKeys(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`texts and keys of texts on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place, wideText = "varchar(40)" } = database;
      for (const sql of [
        `create table ${place}person (id integer primary key, nickname varchar(80) not null, bio varchar(80) not null default '', town varchar(20))`,
        `insert into ${place}person values (1, '', '', ''), (2, 'bob', 'long', 'Rome')`,
        `create table ${place}tag (slug ${wideText} not null primary key, label ${wideText})`,
        `insert into ${place}tag values ('', 'home'), ('x', 'other')`,
        `create table ${place}osm_tag (id integer not null, k varchar(40) not null, v varchar(40), primary key (id, k))`,
        `insert into ${place}osm_tag values ${TAGS.map((k, at) => `(1, '${database.escaped?.(k) ?? k}', 'v${at}')`).join()}`,
        `create table ${place}country (code ${database.looseText} not null primary key, name varchar(20))`,
        `create table ${place}city (id integer primary key, name varchar(20), country ${database.looseText}, foreign key (country) references ${place}country (code))`,
        `create table ${place}stock (shop ${database.looseText} not null, item ${database.looseText} not null, qty integer, primary key (shop, item))`,
        `insert into ${place}stock values ('Rome', 'Pen', 1), ('Rome', 'Ink', 2)`,
        `create table ${place}booking (id integer primary key, what varchar(40))`,
        `insert into ${place}booking values (1, 'ROME: pen'), (2, 'Rome: Ink'), (3, 'Rome: Nib')`,
        `create table ${place}drawn (code ${database.looseText} not null primary key, name varchar(20))`,
        `create table ${place}pair (a ${database.looseText} not null, b ${database.looseText} not null, name varchar(20), primary key (a, b))`,
        `insert into ${place}country values ('de', 'Germany'), ('fr', 'France')`,
        `insert into ${place}city values (1, 'Berlin', 'DE'), (2, 'Paris', 'fr'), (3, 'Lyon', 'Fr')`,
      ])
        await ask(sql);
      const { output: definition, diagnostics } = loadDefinition(definitionOver(place));
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      engine = await createEngine({ definition, store: database.store, services });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const rowsOf = async (result: Promise<Result>) => {
      const answer = await result;
      expect(answer.ok ? [] : answer.diagnostics).toEqual([]);
      return answer.ok ? answer.rows.map((row) => ({ ...row })) : [];
    };
    const codesOf = async (result: Promise<Result>) => {
      const answer = await result;
      return answer.ok ? [] : answer.diagnostics.map(({ code }) => code);
    };
    const there = (sql: string) => database.ask(sql.replace("from ", `from ${database.place}`));

    test("a blank of a NOT NULL text is the empty text, and both that and NULL are read as a blank", async () => {
      const [first] = await rowsOf(engine.find("Person"));
      expect(first).toMatchObject({ nickname: null, bio: null, town: null });
      await rowsOf(engine.add("Person", [{ id: 3, nickname: "", town: "" }]));
      expect(await there("select nickname, bio, town from person where id = 3")).toEqual([
        { nickname: "", bio: "", town: null },
      ]);
      await rowsOf(engine.edit("Person", [{ id: 2, nickname: "", bio: "", town: "" }]));
      expect(await there("select nickname, bio, town from person where id = 2")).toEqual([
        { nickname: "", bio: "", town: null },
      ]);
      await rowsOf(engine.edit("Person", [{ id: 1, nickname: "ann", town: "" }]));
      expect(await there("select nickname, town from person where id = 1")).toEqual([
        { nickname: "ann", town: "" },
      ]);
    });

    test("texts that the database has in another normal form stay so in rows that are sent back, and name their rows", async () => {
      const [nfd, nfc] = ["cafe\u0301", "caf\u00e9"];
      await database.ask(`insert into ${database.place}tag values ('${nfd}', '${nfd}')`);
      const [row] = await rowsOf(engine.find("Tag", { keys: [{ slug: nfd }] }));
      expect(row).toMatchObject({ slug: nfd, label: nfd });
      await rowsOf(engine.edit("Tag", [{ slug: nfd, label: nfd }]));
      expect(await there(`select label from tag where slug = '${nfd}'`)).toEqual([{ label: nfd }]);
      await rowsOf(engine.edit("Tag", [{ slug: nfd, label: `${nfd}!` }]));
      expect(await there(`select label from tag where slug = '${nfd}'`)).toEqual([{ label: `${nfc}!` }]);
      await rowsOf(engine.delete("Tag", [{ slug: nfd }]));
      expect(await rowsOf(engine.find("Tag", { keys: [{ slug: nfd }] }))).toEqual([]);
    });

    test("a row whose key is the empty text is found, edited, added once and deleted by it", async () => {
      expect(await rowsOf(engine.find("Tag"))).toMatchObject([
        { slug: null, label: "home" },
        { slug: "x", label: "other" },
      ]);
      expect(await rowsOf(engine.find("Tag", { keys: [{ slug: "" }, { slug: "x" }] }))).toHaveLength(2);
      expect(await rowsOf(engine.edit("Tag", [{ slug: "", label: "start" }]))).toMatchObject([
        { slug: null, label: "start" },
      ]);
      expect(await codesOf(engine.add("Tag", [{ slug: "", label: "again" }]))).toEqual(["key/duplicate"]);
      expect(await codesOf(engine.edit("Tag", [{ label: "none" }]))).toEqual(["key/missing"]);
      await rowsOf(engine.delete("Tag", [{ slug: null }]));
      expect(await there("select slug from tag")).toEqual([{ slug: "x" }]);
      await rowsOf(engine.add("Tag", [{ slug: "", label: "home" }]));
      expect(await there("select label from tag where slug = ''")).toEqual([{ label: "home" }]);
    });

    test("a key that the database takes for equal names its row", async () => {
      const cities = await rowsOf(engine.find("City"));
      expect(cities.map(({ cname }) => cname)).toEqual(["Germany", "France", "France"]);
      const ids = async (condition: string) =>
        (await rowsOf(engine.find("City", { selector: `FILTER(City, ${condition})` }))).map(({ id }) => id);
      for (const condition of ['[country].[name] = "Germany"', '[cname] = "Germany"', '[country] = "de"'])
        expect(await ids(condition)).toEqual([1]);
      expect(await ids('LEN(EXTRACT("NUMBERS", [country].[name])) + LEN([country].[name]) = 6')).toEqual([
        2, 3,
      ]);
      const found = await rowsOf(
        engine.find("Country", { keys: [{ code: "DE" }, { code: "de" }, { code: "x" }] }),
      );
      expect(found).toMatchObject([{ code: "de", name: "Germany", "Related Citys": [1] }]);
      expect(await rowsOf(engine.edit("Country", [{ code: "DE", name: "G2" }]))).toMatchObject([
        { code: "de", name: "G2" },
      ]);
      expect(
        await codesOf(
          engine.edit("Country", [
            { code: "DE", name: "1" },
            { code: "de", name: "2" },
          ]),
        ),
      ).toEqual(["key/twice"]);
      expect(await codesOf(engine.add("Country", [{ code: "DE" }]))).toEqual(["key/duplicate"]);
      expect(
        await rowsOf(engine.add("Country", [{ code: "FR", name: "F2" }], { OnDuplicate: "update" })),
      ).toMatchObject([{ code: "fr", name: "F2" }]);
      expect(await rowsOf(engine.add("City", [{ id: 9, country: "DE" }]))).toMatchObject([{ cname: "G2" }]);
      await rowsOf(engine.delete("City", [{ id: 9 }, { id: 1 }]));
      await rowsOf(engine.delete("Country", [{ code: "De" }]));
      expect(await there("select code, name from country")).toEqual([{ code: "fr", name: "F2" }]);
    });

    test("keys of several columns that the database takes for equal name their row", async () => {
      const bookings = await rowsOf(engine.find("Booking"));
      expect(bookings.map(({ qty }) => qty)).toEqual([1, 2, null]);
      const ids = async (condition: string) =>
        (await rowsOf(engine.find("Booking", { selector: `FILTER(Booking, ${condition})` }))).map(
          ({ id }) => id,
        );
      expect(await ids("[what].[qty] = 1")).toEqual([1]);
      expect(await ids("[qty] > 0")).toEqual([1, 2]);
      expect(await rowsOf(engine.find("Stock", { keys: [{ shop: "rome", item: "PEN" }] }))).toMatchObject([
        { qty: 1 },
      ]);
      expect(await rowsOf(engine.find("Stock", { keys: [{ _ComputedKey: "rome: INK" }] }))).toMatchObject([
        { qty: 2 },
      ]);
      expect(await rowsOf(engine.edit("Stock", [{ shop: "ROME", item: "pen", qty: 5 }]))).toMatchObject([
        { shop: "Rome", item: "Pen", qty: 5 },
      ]);
      expect(await codesOf(engine.add("Stock", [{ shop: "ROME", item: "ink" }]))).toEqual(["key/duplicate"]);
      const added = [
        { shop: "ROME", item: "ink", qty: 7 },
        { shop: "Oslo", item: "ink", qty: 8 },
      ];
      expect(await rowsOf(engine.add("Stock", added, { OnDuplicate: "update" }))).toMatchObject([
        { shop: "Rome", item: "Ink", qty: 7 },
        { shop: "Oslo", item: "ink" },
      ]);
      await rowsOf(engine.delete("Stock", [{ shop: "OSLO", item: "INK" }]));
      expect(await there("select item from stock where shop = 'Oslo'")).toEqual([]);
    });

    test("a call repeats a key where the database says so", async () => {
      const twice = [{ code: "no" }, { code: "NO" }];
      expect(await codesOf(engine.add("Drawn", twice))).toEqual(["key/twice"]);
      expect(await codesOf(engine.add("Drawn", twice, { OnDuplicate: "update" }))).toEqual(["key/twice"]);
      const pairs = [
        { a: "x", b: "y" },
        { a: "X", b: "z" },
        { a: "X", b: "Y" },
      ];
      expect(await codesOf(engine.add("Pair", pairs))).toEqual(["key/twice"]);
      expect(await there("select * from drawn")).toEqual([]);
    });

    test("the duplicates that are reported are those that the database refuses", async () => {
      const refusedBy = async (table: string, values: readonly (readonly string[])[]) => {
        const refused: number[] = [];
        for (const [at, one] of values.entries())
          await database
            .ask(`insert into ${table} values (${one.map((text) => `'${text}'`).join()}, null)`)
            .catch(() => refused.push(at + 1));
        await database.ask(`delete from ${table}`);
        return refused;
      };
      const taken: string[] = [];
      for (const text of ALIKE) {
        await database.ask(`insert into ${database.place}drawn values ('${text}', null)`);
        const [read] = await database.ask(`select code from ${database.place}drawn`);
        if (read?.code === text) taken.push(text); // others have characters that the column lacks
        await database.ask(`delete from ${database.place}drawn`);
      }
      expect(taken.length).toBeGreaterThan(10);
      const part = fc.constantFrom(...taken);
      const keys = fc.array(fc.array(part, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 });
      const reportedBy = async (table: string, rows: readonly Readonly<Record<string, string>>[]) => {
        const answer = await engine.add(table, rows, { DryRun: true });
        const errors = answer.ok ? [] : answer.diagnostics;
        expect(errors.filter(({ code }) => code !== "key/twice")).toEqual([]);
        return errors.map(({ row }) => row);
      };
      const { place } = database;
      await fc.assert(
        fc.asyncProperty(keys, async (drawn) => {
          const single = drawn.map(([first = ""]) => [first]);
          expect(
            await reportedBy(
              "Drawn",
              single.map(([code = ""]) => ({ code })),
            ),
          ).toEqual(await refusedBy(`${place}drawn`, single));
          expect(
            await reportedBy(
              "Pair",
              drawn.map(([a = "", b = ""]) => ({ a, b })),
            ),
          ).toEqual(await refusedBy(`${place}pair`, drawn));
        }),
        { numRuns: randomRuns(24) },
      );
    });

    test("every _ComputedKey that is answered names its row", async () => {
      const rows = await rowsOf(engine.find("Tags"));
      expect(rows.map(({ k }) => k ?? "").sort()).toEqual([...TAGS].sort());
      expect(new Set(rows.map(({ _ComputedKey }) => _ComputedKey)).size).toBe(TAGS.length);
      for (const { _ComputedKey, k, v } of rows) {
        const key = { _ComputedKey: _ComputedKey ?? null };
        expect(await rowsOf(engine.find("Tags", { keys: [key] }))).toMatchObject([{ k, v }]);
        expect(await rowsOf(engine.edit("Tags", [{ ...key, v: `${v}!` }]))).toMatchObject([{ k }]);
        const byParts = { id: 1, k: k ?? "" };
        expect(await rowsOf(engine.find("Tags", { keys: [byParts] }))).toMatchObject([{ v: `${v}!` }]);
        await rowsOf(engine.add("Notes", [{ about: _ComputedKey ?? null }]));
        const selector = `FILTER(Tags, [_ComputedKey] = "${String(_ComputedKey).replaceAll('"', '""')}")`;
        expect(await rowsOf(engine.find("Tags", { selector }))).toMatchObject([{ k }]);
      }
      const notes = await rowsOf(engine.find("Notes"));
      expect(notes.map(({ value }) => value).sort()).toEqual(TAGS.map((_, at) => `v${at}!`).sort());
      expect((await rowsOf(engine.find("Tags"))).map((row) => (row["Related Notes"] as []).length)).toEqual(
        TAGS.map(() => 1),
      );
      await rowsOf(engine.add("Tags", [{ id: 2, k: "a: b" }]));
      await rowsOf(engine.delete("Tags", [{ _ComputedKey: "2: a:\\ b" }]));
      for (const { _ComputedKey } of rows)
        await rowsOf(engine.delete("Tags", [{ _ComputedKey: _ComputedKey ?? null }]));
      expect(await there("select id from osm_tag")).toEqual([]);
    });
  });
}

/** Texts that some collation takes for equal to others. */
const ALIKE = [
  ...["ab", "AB", "Ab", "ab ", "ab  ", "\u00e1b", "\u00c1B", "a\u0301b"],
  ...["ss", "\u00df", "SS", "a b", "A  b"],
];

const TAGS = [
  "fixme: check",
  "",
  "ok",
  "a:b",
  "a:",
  ": ",
  "x:\\ y",
  "x: y",
  "c:\\d",
  "back\\",
  "\\ : \\",
  " s",
];

const definitionOver = (place: string) => `
tablewright: 1
app: { id: rental, name: Texts, timezone: UTC, locale: en-US }
tables:
  Person:
    source: ${place}person
    key: [id]
    columns:
      id: { type: Number }
      nickname: { type: Text }
      bio: { type: Text }
      town: { type: Text }
  Country:
    source: ${place}country
    key: [code]
    columns:
      code: { type: Text }
      name: { type: Text }
  City:
    source: ${place}city
    key: [id]
    columns:
      id: { type: Number }
      name: { type: Text }
      country: { type: Ref, table: Country }
      cname: { type: Text, virtual: true, formula: "[country].[name]" }
  Stock:
    source: ${place}stock
    key: [shop, item]
    columns:
      shop: { type: Text }
      item: { type: Text }
      qty: { type: Number }
  Booking:
    source: ${place}booking
    key: [id]
    columns:
      id: { type: Number }
      what: { type: Ref, table: Stock }
      qty: { type: Number, virtual: true, formula: "[what].[qty]" }
  Drawn:
    source: ${place}drawn
    key: [code]
    columns:
      code: { type: Text }
      name: { type: Text }
  Pair:
    source: ${place}pair
    key: [a, b]
    columns:
      a: { type: Text }
      b: { type: Text }
      name: { type: Text }
  Tag:
    source: ${place}tag
    key: [slug]
    columns:
      slug: { type: Text }
      label: { type: Text }
  Tags:
    source: ${place}osm_tag
    key: [id, k]
    columns:
      id: { type: Number }
      k: { type: Text }
      v: { type: Text }
  Notes:
    key: [note]
    columns:
      note: { type: Text, initialValue: UNIQUEID() }
      about: { type: Ref, table: Tags }
      value: { type: Text, virtual: true, formula: "[about].[v]" }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };
