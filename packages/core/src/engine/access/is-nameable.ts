import type {
  ColumnDefinition,
  RuleDefinition,
  SliceDefinition,
  TableDefinition,
} from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { Nameable } from "../calls/request.ts";

/** Whether an error may name a table or slice to the caller. */
export function isNameable({ nameable }: Pick<Call, "nameable">, name: string): boolean {
  return nameable?.table(name) ?? true;
}

/**
 * Whether the caller may know of a rule: one that watches a table or slice that they may name. There is none any more for a rule that
 * the definition had once.
 */
export function isNameableRule(call: Pick<Call, "nameable">, rule: RuleDefinition | undefined): boolean {
  if (call.nameable === undefined) return true;
  return rule !== undefined && isNameable(call, (rule.slice ?? rule.table).name);
}

/** Whether the caller may know of an action by its name: an operation, or one that they may call on a table or slice. */
export function isNameableAction({ nameable, app }: Pick<Call, "nameable" | "app">, name: string): boolean {
  if (nameable === undefined || OPERATIONS.has(name)) return true;
  const table = app.actions.get(name)?.table;
  if (table === undefined || !nameable.action(name)) return false;
  const slices = [...app.slices.values()].filter((slice) => slice.table === table);
  return [table, ...slices].some((one) => nameable.table(one.name));
}

/** What the journal names beside actions of the definition. */
const OPERATIONS: ReadonlySet<string> = new Set(["Add", "Edit", "Delete", "Undo", "Load", "Schedule"]);

/**
 * The columns of a table or slice as far as the caller may know them, the same list each time: without those that were added for
 * the Refs of a table that they may not name. A column that the definition declares is shown whatever it reads.
 */
export function nameableColumns(
  { nameable }: Pick<Call, "nameable">,
  { columns }: TableDefinition | SliceDefinition,
): readonly ColumnDefinition[] {
  if (nameable === undefined) return columns;
  const existing =
    known.get(nameable) ?? new WeakMap<readonly ColumnDefinition[], readonly ColumnDefinition[]>();
  known.set(nameable, existing);
  const own = existing.get(columns) ?? withoutUnknown(columns, nameable);
  existing.set(columns, own);
  return own;
}

const known = new WeakMap<Nameable, WeakMap<readonly ColumnDefinition[], readonly ColumnDefinition[]>>();

function withoutUnknown(
  columns: readonly ColumnDefinition[],
  nameable: Nameable,
): readonly ColumnDefinition[] {
  const isKnown = (column: ColumnDefinition) =>
    !column.isVirtual || column.addedFor === undefined || nameable.table(column.addedFor);
  return columns.every(isKnown) ? columns : columns.filter(isKnown);
}
