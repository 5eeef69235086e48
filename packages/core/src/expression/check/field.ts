import type { Span } from "../../diagnostics/index.ts";
import type { Node } from "../tree/node.ts";
import { refTo, type ScopeColumn } from "../tree/scope.ts";
import type { RowInView } from "./check-state.ts";

/** A column read on a row in view; one that is not stored is computed there. */
export function fieldOf({ slot }: RowInView, column: ScopeColumn, { start, end }: Span): Node {
  const { type, formula, index, name } = column;
  if (formula !== undefined && index < 0) return { op: "formula", slot, formula, type, start, end };
  return { op: "column", slot, index, name, type, start, end };
}

/** The key of a row in view, as a Ref to it. The table must have a key. */
export function keyField(row: RowInView, span: Span): Node {
  const type = refTo(row.table);
  const [only, second] = row.table.key;
  if (only !== undefined && second === undefined) return { ...fieldOf(row, only, span), type };
  const { start, end } = span;
  return { op: "computed-key", slot: row.slot, table: row.table, type, start, end };
}
