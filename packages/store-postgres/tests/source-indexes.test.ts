/** Conditions on dates and decimals of another program's table: exact to the fraction, and found by its own indexes. */
import { check, evaluateRow } from "@tablewright/core/compiler";
import { type FindPlan, findAll, type Row, type Store, type StoredTable } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const column = (name: string, kind: "integer" | "real", family: "number" | "date" | "datetime" | "time") => ({
  name,
  kind,
  family,
  indexed: false,
});

const trips = (schema: string): StoredTable => ({
  name: "Trips",
  source: { schema, table: "trip" },
  columns: [
    column("id", "integer", "number"),
    column("day", "integer", "date"),
    column("left_at", "integer", "datetime"),
    column("seen", "integer", "datetime"),
    column("clock", "integer", "time"),
    column("fare", "real", "number"),
    column("weight", "real", "number"),
  ],
  key: [0],
  rowNumbers: "position",
});

const scope = readScope({
  table: "Trips",
  tables: {
    Trips: {
      key: "id",
      columns: {
        id: "Number",
        day: "Date",
        left_at: "DateTime",
        seen: "DateTime",
        clock: "Time",
        fare: "Price",
        weight: "Decimal",
      },
    },
  },
});

const context = testContext();

/** A clock goes back within them, fractions lie around whole seconds, and decimals around what a double can tell apart. */
const ROWS = `insert into trip
  select n, date '2024-01-01' + n % 3000, timestamp '2024-01-01' + n * interval '25 minutes 0.4 seconds',
    timestamptz '2024-10-27 00:00Z' + (n - 1000) * interval '7 minutes 0.5 seconds',
    time '00:00' + n * interval '13.7 seconds', n * 0.01, n * 0.1000000000000000055511151231257827
  from generate_series(1, 2000) as n;
  insert into trip values (2001, null, null, null, null, null, null),
    (2002, '0001-01-01', '0001-01-01', '0001-01-03Z', '23:59:59.99', -0.01, 1e-30),
    (2003, '9999-12-31', '9999-12-31 23:59:59.9', '9999-12-01Z', '00:00', 999999.99, 123456789012345678901234567890.5);`;

const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  day: ['"1/1/2025"', '"12/31/9999"', '"1/1/0001"', "[day] - 1"],
  left_at: ['"1/1/2024 00:25:00"', '"2/1/2024 10:00:12"', '"12/31/9999 23:59:59"', "[seen]"],
  seen: ['"10/27/2024 02:30:00"', '"10/27/2024 03:00:00"', '"10/27/2024 01:59:59"', '"1/3/0001 01:00:00"'],
  clock: ['"00:00:13"', '"12:34:56"', '"23:59:59"', '"00:00:00"'],
  fare: ["9.99", "0.1 + 0.2", "-0.01", "7", "[weight]"],
  weight: ["0.3", "123.4", "1", "0", "123456789.012345"],
};
const OPERATORS = ["=", "<>", "<", "<=", ">", ">="];
const CASES = Object.entries(CONSTANTS).flatMap(([name, constants]) =>
  constants.flatMap((constant) => OPERATORS.map((operator) => `[${name}] ${operator} ${constant}`)),
);

describe.skipIf(server === "")("a table of another program in PostgreSQL", () => {
  const { options, release } = temporarySchema();
  const schema = `trips_${crypto.randomUUID().replaceAll("-", "")}`;
  let store: Store;
  let all: readonly Row[];

  beforeAll(async () => {
    await ask(`create schema ${schema}; set search_path to ${schema};
      create table trip (id integer primary key, day date, left_at timestamp, seen timestamptz, clock time,
        fare numeric(8, 2), weight numeric); ${ROWS}
      create index by_day on trip (day); create index by_left_at on trip (left_at); create index by_seen on trip (seen);
      create index by_clock on trip (clock); create index by_fare on trip (fare); create index by_weight on trip (weight);
      analyze trip`);
    store = await postgresStore({ ...options, options: "-c timezone=Europe/Berlin" });
    await store.open([trips(schema)]);
    all = (await find([])).rows;
  });

  afterAll(async () => {
    await store.close();
    await ask(`drop schema ${schema} cascade`);
    await release();
  });

  const planOf = (sources: readonly string[]): FindPlan => ({
    table: "Trips",
    conditions: sources.map((source) => {
      const { output, diagnostics } = check(source, scope);
      if (output === undefined) throw new Error(`${source}: ${JSON.stringify(diagnostics)}`);
      return output;
    }),
    order: [],
    context,
  });
  const find = (sources: readonly string[]) =>
    store.read((transaction) => findAll(transaction, planOf(sources)), { timeZone: "Europe/Berlin" });

  test("gives the rows that the evaluator keeps, whatever a condition compares", async () => {
    for (const source of CASES) {
      const plan = planOf([source]);
      const meant = all.filter((row) =>
        plan.conditions.every((one) => evaluateRow(one, row, context) === true),
      );
      const { rows } = await find([source]);
      expect(
        rows.map(([id]) => id),
        source,
      ).toEqual(meant.map(([id]) => id));
    }
  });

  test.each([
    ['[day] = "1/1/2025"', "by_day"],
    ['[day] < "1/20/2024"', "by_day"],
    ['[left_at] >= "2/3/2024"', "by_left_at"],
    ['[left_at] = "1/1/2024 00:25:00"', "by_left_at"],
    ['AND([seen] >= "10/27/2024 02:00:00", [seen] < "10/27/2024 03:00:00")', "by_seen"],
    ['[clock] < "00:01:00"', "by_clock"],
    ["[fare] = 9.99", "by_fare"],
    ["AND([fare] >= 9.9, [fare] < 10)", "by_fare"],
    ["IN([fare], LIST(1, 2, 3, 4, 5))", "by_fare"],
    ["[weight] = 0.3", "by_weight"],
    ["[weight] < 1", "by_weight"],
    ['IN([day], LIST("1/1/2025", "1/2/2025", "1/3/2025", "1/4/2025"))', "by_day"],
  ])("%s is found by its index", async (source, index) => {
    const told = await store.read(async (transaction) => transaction.explain?.(planOf([source])));
    expect(told).toMatchObject({ residual: [], indexes: [index] });
  });
});
