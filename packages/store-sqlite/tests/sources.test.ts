/** Tables of another program in an SQLite file. */
import { DatabaseSync } from "node:sqlite";
import {
  describeInstants,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextKeys,
  describeUnreadableValues,
  sampleDatabases,
} from "@tablewright/store-contract/databases";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.sqlite ?? "";

for (const journal of ["delete", "wal"])
  describeSources(`sqlite, journal ${journal}`, false, () => make(journal));
describeInstants("sqlite", () => make("wal"));
describeMomentKeys("sqlite", () => make("wal"));
describeNumberKeys("sqlite", () => make("wal"));
describeTextKeys("sqlite", () => make("wal"));
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
