/** Random plans about tables as other programs make them in SQLite, against the evaluator. */
import { DatabaseSync } from "node:sqlite";
import { describeForeignKeys, describeForeignPlans } from "@tablewright/engine-tests/databases";
import { sqliteStore } from "../src/index.ts";
import { foreignTables } from "./foreign-tables.ts";
import { temporaryFile } from "./temporary-file.ts";

describeForeignPlans("sqlite", foreignTables, make);
describeForeignKeys("sqlite", foreignTables, make);

async function make() {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec("pragma journal_mode = wal; pragma synchronous = off");
  return {
    store: sqliteStore(file),
    place: "",
    ask: async (sql: string) => theirs.prepare(sql).all() as Record<string, unknown>[],
    dispose: async () => {
      theirs.close();
      remove();
    },
  };
}
