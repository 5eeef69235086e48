/** Tables of another program in an SQLite file. */
import { DatabaseSync } from "node:sqlite";
import {
  describeExactDigits,
  describeInstants,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextColumns,
  describeTextKeys,
  describeUnreadableValues,
  sampleDatabases,
} from "@tablewright/engine-tests/databases";
import fc from "fast-check";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.sqlite ?? "";

for (const journal of ["delete", "wal"])
  describeSources(`sqlite, journal ${journal}`, false, () => make(journal));
describeInstants("sqlite", () => make("wal"));
describeMomentKeys("sqlite", () => make("wal"));
describeNumberKeys("sqlite", () => make("wal"));
describeExactDigits("sqlite", () => make("wal"));
describeTextKeys("sqlite", () => make("wal"));
describeTextColumns("sqlite", () => make("wal"));
describeUnreadableValues("sqlite", () => make("wal"));

async function make(journal: string) {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`pragma journal_mode = ${journal}; ${sakila}`);
  const ask = async (sql: string) => theirs.prepare(sql).all() as Record<string, unknown>[];
  return {
    store: sqliteStore(file),
    place: "",
    spoil: "insert into rental (inventory_id, returned_on) select inventory_id, 'next week' from inventory",
    ask,
    looseText: "varchar(5) collate nocase",

    textTypes: [
      { type: "integer", values: ["7", "9007199254740993", "-12"], texts: ["7", "9007199254740993", "-12"] },
      { type: "decimal(9,2)", values: ["1.50", "'n/a'", "3"], texts: ["1.5", "n/a", "3"], changed: "1.50" },
      { type: "real", values: ["0.1", "0.1 + 0.2", "3"], texts: ["0.1", "0.30000000000000004", "3"] },
      { type: "date", values: ["'2024-01-31'", "20240131", "'x'"], texts: ["2024-01-31", "20240131", "x"] },
      { type: "boolean", values: ["1", "'t'", "0"], texts: ["1", "t", "0"], changed: "01" },
      { type: "string", values: ["'5.0'", "'x'", "6"], texts: ["5", "x", "6"], changed: "7.0" },
    ],
    exactTypes: {
      decimal: "real",
      whole: "bigint",
      large: "1234567.1234567892",
      larger: "1234567.1234567894",
      decimals: fc
        .double({ noNaN: true, min: -1e9, max: 1e9 })
        .map((one) => String(Math.fround(one) / 3))
        .filter((one) => !one.includes("e")),
    },
    oddValues: [
      { type: "integer", column: "Number", odd: "''", good: "7", answer: 7, expression: "7", isBlank: true },
      {
        type: "real",
        column: "Decimal",
        odd: "''",
        good: "2.5",
        answer: 2.5,
        expression: "2.5",
        isBlank: true,
      },
      { type: "decimal(9,2)", column: "Decimal", odd: "'n/a'", good: "2.5", answer: 2.5, expression: "2.5" },
      {
        type: "date",
        column: "Date",
        odd: "''",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
        isBlank: true,
      },
      {
        type: "date",
        column: "Date",
        odd: "'01/02/2024'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
      },
      {
        type: "datetime",
        column: "DateTime",
        odd: "'soon'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
      },
      {
        type: "time",
        column: "Time",
        odd: "''",
        good: "'10:00:00'",
        answer: "10:00:00",
        expression: '"10:00:00"',
        isBlank: true,
      },
      {
        type: "boolean",
        column: "Yes/No",
        odd: "''",
        good: "1",
        answer: true,
        expression: "TRUE",
        isBlank: true,
      },
      { type: "boolean", column: "Yes/No", odd: "'maybe'", good: "1", answer: true, expression: "TRUE" },
      {
        type: "varchar(9)",
        column: "Text",
        odd: "x'ff00'",
        good: "'yes'",
        answer: "yes",
        expression: '"yes"',
      },
      { type: "integer", column: "Number", odd: "'5 kg'", good: "7", answer: 7, expression: "7" },
      { type: "integer", column: "Number", odd: "9007199254740993", good: "7", answer: 7, expression: "7" },
      { type: "real", column: "Decimal", odd: "9e999", good: "2.5", answer: 2.5, expression: "2.5" },
      {
        type: "integer",
        column: "Duration",
        odd: "''",
        good: "3600",
        answer: "001:00:00",
        expression: '"001:00:00"',
        isBlank: true,
      },
    ],
    realType: "real",
    instants: {
      type: "timestamp",
      literal: (instant: string) => `'${instant}'`,
      shown: (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column})`,
    },
    momentTypes: { datetime: "datetime", time: "time" },
    dump: async () => {
      const made = await ask(
        "select name, sql from sqlite_schema where name not like '%tablewright_%' and name not like 'Notes%' order by name",
      );
      const settings = [...(await ask("pragma user_version")), ...(await ask("pragma journal_mode"))];
      const films = await ask("select * from film");
      return JSON.stringify([made, settings, films]);
    },
    dispose: async () => {
      theirs.close();
      remove();
    },
  };
}
