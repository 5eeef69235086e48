/** What is read of a database of another program on MariaDB, and the definition that is written over it. */
import { loadDefinition } from "@tablewright/core";
import { describe, expect, inject, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { introspectMysql } from "../src/index.ts";
import { ask, server } from "./temporary-database.ts";

describe.skipIf(server === "")("a database of another program", () => {
  test("is described, and a definition over it loads", () =>
    withDatabase(STATEMENTS, async (address) => {
      const { product, schemas, unreadable, tables } = await introspectMysql(address);
      expect([product, schemas, unreadable]).toEqual(["MariaDB", [], []]);
      expect(
        tables.map(({ name, kind, primaryKey, uniques, comment }) => [
          name,
          kind,
          primaryKey,
          uniques,
          comment,
        ]),
      ).toEqual([
        ["Film", "table", ["film_id"], [["title", "year"]], "all films"],
        ["Language", "table", ["code"], [], undefined],
        ["Titles", "view", [], [], undefined],
      ]);
      const [film] = tables;
      expect(film?.foreignKeys).toEqual([
        {
          columns: ["language"],
          schema: undefined,
          table: "Language",
          targets: ["code"],
          onDelete: "set null",
        },
      ]);
      expect(film?.changes).toEqual({ add: true, edit: true, delete: true });
      expect(
        film?.columns.map(({ name, kind, nullable, default: value }) => [name, kind, nullable, value]),
      ).toEqual([
        ["film_id", "integer", false, undefined],
        ["title", "text", false, undefined],
        ["year", "integer", true, undefined],
        ["language", "text", true, undefined],
        ["rate", "decimal", true, "4.99"],
        ["rating", "enum", true, "'it''s G'"],
        ["status", "text", true, undefined],
        ["open", "boolean", false, "1"],
        ["extra", "json", true, undefined],
        ["made", "datetime", true, undefined],
        ["changed", "instant", false, "current_timestamp()"],
        ["size", "integer", true, undefined],
        ["photo", "binary", true, undefined],
        ["seen", "datetime", true, undefined],
        ["tags", "list", true, undefined],
        ["shown", "boolean", true, undefined],
        ["stars", "integer", true, undefined],
      ]);
      const byName = new Map(film?.columns.map((column) => [column.name, column]));
      expect(byName.get("film_id")).toMatchObject({ identity: "byDefault", min: 0, comment: "its number" });
      expect(byName.get("rate")).toMatchObject({ precision: 6, scale: 2, databaseType: "decimal(6,2)" });
      expect(byName.get("rating")?.values).toEqual(["it's G", "PG,13"]);
      expect(byName.get("tags")?.values).toEqual(["old", "it's new"]);
      expect(byName.get("status")?.values).toEqual(["open", "sent"]);
      expect(byName.get("title")).toMatchObject({ collation: "latin1_swedish_ci" });
      expect(byName.get("seen")).toMatchObject({ hasFractions: true });
      expect(byName.get("made")).not.toHaveProperty("hasFractions");
      expect(byName.get("size")).toMatchObject({
        isWritable: false,
        generated: expect.stringContaining("title"),
      });
      const { code, out } = await capture("introspect", address);
      expect([code, loadDefinition(out).diagnostics]).toEqual([0, []]);
      expect(out).toContain(`tags: { type: EnumList, values: [old, "it's new"] }`);
      expect(out).toContain("extra: { type: Json }");
      expect(out).toContain("shown: { type: Yes/No }");
      expect(out).toContain("language: { type: Ref, table: Language, onDelete: clear }");
    }));

  test("schemas are refused in words, and so is what cannot be reached, without the password", async () => {
    const named = await capture("introspect", server, "--schema", "x");
    expect([named.code, named.err]).toEqual([
      1,
      expect.stringContaining("has no schemas; name it in the address"),
    ]);
    const refused = await capture("introspect", "mysql://me:secret@127.0.0.1:1/db");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("cannot be reached")]);
    expect(refused.err).not.toContain("secret");
    const name = `stranger_${crypto.randomUUID().slice(0, 8)}`;
    await ask(`create user ${name} identified by 'secret'`);
    const stranger = Object.assign(new URL(server), { username: name, password: "secret" });
    expect(await capture("introspect", stranger.href)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "may not be used by this user, or does not exist: grant this user rights on it",
      ),
    });
    await ask(`drop user ${name}`);
  });
});

const STATEMENTS = [
  "create table Language (code char(2) primary key, name varchar(20)) engine = InnoDB character set latin1",
  `create table Film (film_id int unsigned auto_increment primary key comment 'its number', title varchar(255) not null,
    year year, language char(2) references Language (code) on delete set null, rate decimal(6, 2) default 4.99,
    rating enum('it''s G', 'PG,13') default 'it''s G', status varchar(9) check (status in ('open', 'sent')),
    open tinyint(1) not null default 1, extra json, made datetime,
    changed timestamp not null default current_timestamp, size int as (char_length(title)), photo blob, seen datetime(3), tags set('old', 'it''s new'), shown bit(1), stars tinyint(1),
    unique (title, year), unique (title(3))) engine = InnoDB character set latin1 comment = 'all films'`,
  "create view Titles as select distinct title from Film",
];

async function withDatabase(
  statements: readonly string[],
  work: (address: string) => Promise<void>,
): Promise<void> {
  const database = `${inject("databases")}_other`;
  await ask(`create database \`${database}\``);
  const address = new URL(server);
  address.pathname = `/${database}`;
  try {
    for (const sql of statements)
      await ask(sql.replace(/\b(table|view|references|from) (?=[A-Z])/gu, `$1 \`${database}\`.`));
    await ask(`insert into \`${database}\`.Film (title, open, stars) values ('Ebb', 1, 5)`);
    await work(address.href);
  } finally {
    await ask(`drop database \`${database}\``);
  }
}
