/** Tables of another program in a PostgreSQL database. */
import {
  describeExactDigits,
  describeInstants,
  describeListColumns,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextColumns,
  describeTextKeys,
  describeUnreadableValues,
  longDecimals,
  type SourceDatabase,
  sampleDatabases,
} from "@tablewright/engine-tests/databases";
import { Client } from "pg";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.postgres ?? "";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeSources("postgres", true, () => make("timestamp"));
  describeMomentKeys("postgres", () => make("timestamp"));
  describeInstants("postgres", (zone) => make("timestamp", zone));
  describeListColumns("postgres", () => make("timestamp"));
  describeNumberKeys("postgres", () => make("timestamp"));
  describeExactDigits("postgres", () => make("timestamp"));
  describeTextKeys("postgres", () => make("timestamp"));
  describeTextColumns("postgres", () => make("timestamp"));
  describeTextKeys("postgres, without accents", () =>
    make("timestamp", "UTC", "text collate public.loose_letters"),
  );
  describeUnreadableValues("postgres", () => make("timestamp"));
  describeMomentKeys("postgres, with time zones", () => make("timestamptz"));
});

async function make(datetime: string, zone = "UTC", looseText = "citext"): Promise<SourceDatabase> {
  const { options, release } = temporarySchema();
  const schema = `rental_${crypto.randomUUID().replaceAll("-", "")}`;
  const theirs = new Client({ connectionString: server });
  await theirs.connect();
  await theirs.query(
    `create extension if not exists citext schema public;
    create collation if not exists public.loose_letters (provider = icu, locale = 'und-u-ks-level1', deterministic = false); create schema ${schema}; set search_path to ${schema}, public; ${sakila}`,
  );
  const ask = async (sql: string) => (await theirs.query(sql)).rows as Record<string, unknown>[];
  return {
    store: await postgresStore({ ...options, options: `-c timezone=${zone}` }),
    place: `${schema}.`,
    ask,
    looseText,
    realType: "real",
    instants: {
      type: "timestamptz",
      literal: (instant) => `'${instant}'`,
      shown: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    },
    textTypes: [
      { type: "integer", values: ["7", "77", "-12"], texts: ["7", "77", "-12"], changed: "007" },
      { type: "bigint", values: ["7", LARGE, "-12"], texts: ["7", LARGE, "-12"], changed: "many" },
      { type: "numeric", values: ["1.50", LONG, "'NaN'"], texts: ["1.50", LONG, "NaN"], changed: "1,5" },
      { type: "numeric(30,2)", values: ["1", "2.5", "-3"], texts: ["1.00", "2.50", "-3.00"], changed: "1.5" },
      { type: "float8", values: ["0.1", "2.5", "1e300"], texts: ["0.1", "2.5", "1e+300"], changed: "0.50" },
      {
        type: "date",
        values: ["'2024-01-31'", "'infinity'", "'0044-03-15 BC'"],
        texts: ["2024-01-31", "infinity", "0044-03-15 BC"],
        changed: "31.1.2024",
      },
      {
        type: "boolean",
        values: ["true", "false", "true"],
        texts: ["true", "false", "true"],
        changed: "yes",
      },
      {
        type: "interval",
        values: ["'1 mon'", "'1:00'", "'2 days'"],
        texts: ["1 mon", "01:00:00", "2 days"],
        changed: "1 hour",
      },
      { type: "int[]", values: ["'{1,2}'", "'{3}'", "'{4,null}'"], texts: ["{1,2}", "{3}", "{4,NULL}"] },
      {
        type: "inet",
        values: ["'10.0.0.1'", "'::1'", "'10.0.0.0/8'"],
        texts: ["10.0.0.1/32", "::1/128", "10.0.0.0/8"],
      },
      {
        type: "tsquery",
        values: ["'a'", "'b & c'", "'d'"],
        texts: ["'a'", "'b' & 'c'", "'d'"],
        changed: "no query",
      },
      {
        type: "jsonpath",
        values: ["'$.a'", "'$.b'", "'$'"],
        texts: ['$."a"', '$."b"', "$"],
        changed: "no path",
      },
      { type: "bytea", values: ["'\\x00ff'", "'\\x01'", "'\\x02'"], texts: ["\\x00ff", "\\x01", "\\x02"] },
    ],
    exactTypes: {
      decimal: "numeric(38,18)",
      whole: "bigint",
      large: "12345678901234567890.123456789012345678",
      larger: "12345678901234567890.123456789012345679",
      decimals: longDecimals,
    },
    oddValues: [
      {
        type: "date",
        column: "Date",
        odd: "'infinity'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
      },
      {
        type: "date",
        column: "Date",
        odd: "'0044-03-15 BC'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
      },
      {
        type: "date",
        column: "Date",
        odd: "'10000-01-01'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
      },
      {
        type: "timestamp",
        column: "DateTime",
        odd: "'-infinity'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
      },
      {
        type: "timestamptz",
        column: "DateTime",
        odd: "'infinity'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
      },
      {
        type: "timestamp(0)",
        column: "DateTime",
        odd: "'10000-01-01 00:00:00'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
      },
      {
        type: "time",
        column: "Time",
        odd: "'24:00'",
        good: "'10:00:00'",
        answer: "10:00:00",
        expression: '"10:00:00"',
      },
      { type: "numeric", column: "Decimal", odd: "'NaN'", good: "2.5", answer: 2.5, expression: "2.5" },
      { type: "numeric(9,2)", column: "Decimal", odd: "'NaN'", good: "2.5", answer: 2.5, expression: "2.5" },
      { type: "numeric", column: "Decimal", odd: "'Infinity'", good: "2.5", answer: 2.5, expression: "2.5" },
      {
        type: "double precision",
        column: "Decimal",
        odd: "'NaN'",
        good: "2.5",
        answer: 2.5,
        expression: "2.5",
      },
      { type: "real", column: "Decimal", odd: "'-Infinity'", good: "2.5", answer: 2.5, expression: "2.5" },
      { type: "bigint", column: "Number", odd: "9007199254740993", good: "7", answer: 7, expression: "7" },
      {
        type: "bigint",
        column: "Duration",
        odd: "-9007199254740993",
        good: "3600",
        answer: "001:00:00",
        expression: '"001:00:00"',
      },
      { type: "numeric(9,0)", column: "Number", odd: "'NaN'", good: "7", answer: 7, expression: "7" },
      {
        type: "text[]",
        column: "EnumList",
        odd: "'{a,NULL}'",
        good: "'{a,b}'",
        answer: ["a", "b"],
        expression: "",
      },
    ],
    momentTypes: { datetime, time: "time" },
    lists: {
      prepared: [`create type ${schema}.colour as enum ('red', 'light blue', 'a"b\\')`],
      type: `${schema}.colour[]`,
      literal: (items) => `array[${items.map((item) => `'${item}'`).join()}]::${schema}.colour[]`,
      shown: "to_json(colours)::text",
      show: (items) => JSON.stringify(items),
    },
    spoil: "insert into rental (inventory_id, returned_on) select inventory_id, 'infinity' from inventory",
    dump: async () =>
      JSON.stringify([
        await ask(
          `select relname, relkind from pg_class where relnamespace = '${schema}'::regnamespace order by relname`,
        ),
        await ask("select film::text from film order by film_id"),
      ]),
    dispose: async () => {
      await theirs.query(`drop schema ${schema} cascade`);
      await theirs.end();
      await release();
    },
  };
}

/** Numbers that no double is. */
const LARGE = "9007199254740993";
const LONG = "12345678901234567890.123456789";
