/** Tables of another program in a PostgreSQL database. */
import {
  describeInstants,
  describeListColumns,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextKeys,
  describeUnreadableValues,
  type SourceDatabase,
  sampleDatabases,
} from "@tablewright/store-contract/databases";
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
  describeTextKeys("postgres", () => make("timestamp"));
  describeUnreadableValues("postgres", () => make("timestamp"));
  describeMomentKeys("postgres, with time zones", () => make("timestamptz"));
});

async function make(datetime: string, zone = "UTC"): Promise<SourceDatabase> {
  const { options, release } = temporarySchema();
  const schema = `rental_${crypto.randomUUID().replaceAll("-", "")}`;
  const theirs = new Client({ connectionString: server });
  await theirs.connect();
  await theirs.query(
    `create extension if not exists citext schema public; create schema ${schema}; set search_path to ${schema}, public; ${sakila}`,
  );
  const ask = async (sql: string) => (await theirs.query(sql)).rows as Record<string, unknown>[];
  return {
    store: await postgresStore({ ...options, options: `-c timezone=${zone}` }),
    place: `${schema}.`,
    ask,
    looseText: "citext",
    realType: "real",
    instants: {
      type: "timestamptz",
      literal: (instant) => `'${instant}'`,
      shown: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    },
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
