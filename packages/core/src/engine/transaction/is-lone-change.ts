import type { CheckedExpression } from "../../expression/parts.ts";
import type { ActionDefinition, ColumnDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { readsOtherTables } from "../visibility/filtered-plan.ts";

/** What is known of a change before it begins. */
export type AwaitedChange = Pick<PreparedCall, "app" | "table" | "slice" | "change" | "answersForms">;

/**
 * Whether a change asks nothing of the store but for the rows of its own: no other rows are read by its columns or by these
 * expressions, no rule or journal hears of it, and nothing is evaluated after it was written.
 */
export function isLoneChange(
  { app, table, slice, change, answersForms }: AwaitedChange,
  mode: UpdateMode,
  expressions: readonly (CheckedExpression | undefined)[] = [],
): boolean {
  if (change.once !== undefined || answersForms || table.withCheck || table.history !== undefined)
    return false;
  for (const rule of app.rules.values()) if (rule.table === table && rule.on.has(mode)) return false;
  const others = [table.updatesExpression, slice?.updatesExpression, ...expressions];
  return !others.some(readsOthers) && isForItself(table);
}

/** Whether every column is written with its row; found once for each table. */
function isForItself(table: TableDefinition): boolean {
  const existing = tables.get(table) ?? table.columns.every(isOfItsRow);
  tables.set(table, existing);
  return existing;
}

const tables = new WeakMap<TableDefinition, boolean>();

/** Whether a column is written with its row, by what the row itself says. */
function isOfItsRow(column: ColumnDefinition): boolean {
  if (column.isVirtual || column.options.enforce || column.options.autoNumber) return false;
  const { initialValue, formula, requiredIf, validIf, invalidMessage } = column;
  return ![initialValue, formula, requiredIf, validIf, invalidMessage].some(readsOthers);
}

function readsOthers(expression: CheckedExpression | undefined): boolean {
  return expression !== undefined && readsOtherTables(expression);
}

/**
 * Whether an Edit, or an action, asks nothing of the store but to read its rows by their keys and to update them, and its
 * answer is the rows as they were written.
 */
export function updatesAlone(prepared: AwaitedChange, action?: ActionDefinition): boolean {
  const { table, slice } = prepared;
  const expressions = [table.securityFilter, slice?.filter, action?.condition];
  if (action === undefined) return isLoneChange(prepared, "edit", expressions);
  const { effect } = action;
  if (effect.kind !== "set" || action.table !== table) return false;
  return isLoneChange(prepared, "edit", [...expressions, ...effect.set.map(({ value }) => value)]);
}
