import { expect, test } from "vitest";
import { readTableSql } from "./describe-sqlite-table.ts";

test("checks, generated columns and collations, whatever stands around them", () => {
  const sql = `CREATE TABLE "odd (name" ( -- check (this, is a comment)
    id integer primary key, /* check (neither (is this)) */
    note text default ')' check (note <> '),(' and length(note) > 1),
    "Full ""Name""" text GENERATED ALWAYS AS (first || ', ' || last) STORED check( 1 ),
    [in brackets] int as (id * (2 + 1)),
    price numeric(10, 2) CONSTRAINT positive CHECK (price > 0),
    \`last\` text references other (name) COLLATE NoCase,
    code text collate binary,
    constraint both check ( id in (1, 2)
      or price < 5 ), unique (id, price)
  ) STRICT, WITHOUT ROWID`;
  expect(readTableSql(sql)).toEqual({
    checks: ["note <> '),(' and length(note) > 1", "1", "price > 0", "id in (1, 2)\n      or price < 5"],
    generated: new Map([
      ['full "name"', "first || ', ' || last"],
      ["in brackets", "id * (2 + 1)"],
    ]),
    loose: new Set(["last"]),
  });
});

test.each(["", "create table t", "create table t (a, b", "create table t as select 1"])(
  "%j has none",
  (sql) => {
    expect(readTableSql(sql)).toEqual({ checks: [], generated: new Map(), loose: new Set() });
  },
);
