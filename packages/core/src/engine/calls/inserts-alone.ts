import type { CheckedExpression } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { readsOtherTables } from "../visibility/askable-part.ts";
import type { PreparedCall } from "./prepared-call.ts";

/**
 * Whether an Add asks nothing of the store but to insert its rows, and evaluates nothing after that: it reads no other rows, no
 * rule or journal hears of it, and its answer is the rows as they were written.
 */
export function insertsAlone({
  app,
  table,
  slice,
  once,
  updatesDuplicates,
  answersForms,
}: Pick<PreparedCall, "app" | "table" | "slice" | "once" | "updatesDuplicates" | "answersForms">): boolean {
  if (once !== undefined || updatesDuplicates || answersForms || table.withCheck) return false;
  if (table.history !== undefined) return false;
  for (const rule of app.rules.values()) if (rule.table === table && rule.on.has("add")) return false;
  const rights = [table.updatesExpression, slice?.updatesExpression];
  return !rights.some(readsOthers) && table.columns.every(isOfItsRow);
}

/** Whether a column is written with its row, by what the row itself says. */
function isOfItsRow(column: ColumnDefinition): boolean {
  if (column.isVirtual || column.options.enforce || column.options.autoNumber) return false;
  const { initialValue, formula, requiredIf, validIf, invalidMessage } = column;
  return ![initialValue, formula, requiredIf, validIf, invalidMessage].some(readsOthers);
}

function readsOthers(expression: CheckedExpression | undefined): boolean {
  return expression !== undefined && readsOtherTables(expression);
}
