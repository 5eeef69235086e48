import type { CheckedExpression } from "../../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { Call } from "../../calls/call.ts";
import { isSameValue } from "../../cells/is-same-value.ts";
import type { ComputedRow } from "../rows.ts";

/**
 * A row whose other columns were wrong already stays editable: on an edit a column is checked when it changed, or when
 * one of its rules reads a column that changed.
 */
export function columnsToCheck<C extends { readonly column: StoredColumnDefinition }>(
  call: Call,
  stored: readonly C[],
  row: ComputedRow,
): readonly C[] {
  const readable =
    row.unread.size === 0 ? stored : stored.filter(({ column }) => !row.unread.has(column.index));
  if (row.before === undefined) return readable;
  const changed = changedColumns(call.table, row.before, row.values);
  return readable.filter(
    ({ column: { name, validIf, requiredIf } }) =>
      changed.has(name) ||
      [validIf, requiredIf].some((rule) => rule !== undefined && readsAny(rule, changed)),
  );
}

/** The columns whose value is another one now, and the computed ones that read them. */
function changedColumns(
  { storedColumns, formulaOrder }: TableDefinition,
  before: Row,
  values: Row,
): ReadonlySet<string> {
  const stored = storedColumns.filter(
    ({ index }) => !isSameValue(before[index] ?? null, values[index] ?? null),
  );
  const changed = new Set(stored.map(({ name }) => name));
  for (const { name, isVirtual, formula } of formulaOrder) {
    if (isVirtual && formula !== undefined && readsAny(formula, changed)) changed.add(name);
  }
  return changed;
}

function readsAny({ references }: CheckedExpression, columns: ReadonlySet<string>): boolean {
  return [...columns].some((name) => references.columns.has(name));
}
