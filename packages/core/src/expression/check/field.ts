import type { Span } from "../../diagnostics/index.ts";
import { keyTextOf } from "../tree/key.ts";
import { converted, type Node } from "../tree/node.ts";
import type { Conversion } from "../tree/rules.ts";
import { refTo, type ScopeColumn } from "../tree/scope.ts";
import { familyOf, type Type } from "../tree/type.ts";
import type { RowInView } from "./check-state.ts";

/** A column read on a row in view; a virtual one is computed there, and is blank where its formula has errors. */
export function fieldOf({ slot }: RowInView, column: ScopeColumn, { start, end }: Span): Node {
  const { type, name } = column;
  if (!column.isVirtual) return { op: "column", slot, index: column.index, name, type, start, end };
  const { formula } = column;
  if (formula === undefined) return { op: "constant", value: null, type, start, end };
  return { op: "formula", slot, formula, type, start, end };
}

/** The key of a row in view as one text. The table must have a key. */
export function keyText(row: RowInView, span: Span): Node {
  const type = { kind: "Text" } as const;
  const key = keyField(row, span);
  const [only, second] = row.table.key;
  if (only === undefined || second !== undefined) return { ...key, type };
  const family = familyOf(key.type);
  if (family === "text" || family === "point") return { ...key, type };
  return converted(fieldOf(row, only, span), keyToText(only.type), type);
}

/** Keys are the same in every Locale. */
function keyToText(from: Type): Conversion {
  return {
    id: LOCALISED.has(familyOf(from)) ? "key to text" : "to text",
    convert: (value) => keyTextOf(value, from) || null,
  };
}

const LOCALISED = new Set(["date", "datetime", "time"]);

/** The key of a row in view, as a Ref to it. The table must have a key. */
export function keyField(row: RowInView, span: Span): Node {
  const type = refTo(row.table);
  const [only, second] = row.table.key;
  if (only !== undefined && second === undefined) return { ...fieldOf(row, only, span), type };
  const { start, end } = span;
  return { op: "computed-key", slot: row.slot, table: row.table, type, start, end };
}
