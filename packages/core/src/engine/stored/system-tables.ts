import { eventOrderTable } from "../event-order/event-order-table.ts";
import { answersTable } from "../idempotency/answers-table.ts";
import { journalTable } from "../journal/journal-table.ts";
import { importsTable } from "../loading/import-log.ts";
import { numbersTable } from "../numbers/numbers-table.ts";
import { schedulesTable } from "../schedules/schedules-table.ts";

/** Our own tables beside those of applications: no migration removes them, and no plan of one tells of them. */
export const systemTables: ReadonlySet<string> = new Set([
  answersTable.name,
  eventOrderTable.name,
  importsTable.name,
  journalTable.name,
  numbersTable.name,
  schedulesTable.name,
]);
