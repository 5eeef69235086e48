import { outboxTable, runsTable } from "../../storage/index.ts";
import { definitionsTable, savesTable } from "./definitions-table.ts";
import { answersTable, eventOrderTable, numbersTable } from "./engine-table.ts";
import { importsTable } from "./import-log.ts";
import { journalTable } from "./journal-table.ts";
import { schedulesTable } from "./schedules-table.ts";

/** Our own tables besides those of applications: no migration removes them, and no plan of one names them. */
export const systemTables: ReadonlySet<string> = new Set([
  answersTable.name,
  definitionsTable.name,
  eventOrderTable.name,
  importsTable.name,
  journalTable.name,
  numbersTable.name,
  outboxTable.name,
  runsTable.name,
  savesTable.name,
  schedulesTable.name,
]);
