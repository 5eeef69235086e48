import { journalTable } from "../journal/journal-table.ts";
import { importsTable } from "../loading/import-log.ts";
import { numbersTable } from "../numbers/numbers-table.ts";

/** Our own tables beside those of applications: no migration removes them, and no plan of one tells of them. */
export const systemTables: ReadonlySet<string> = new Set([
  importsTable.name,
  journalTable.name,
  numbersTable.name,
]);
