import { type Hinted, type Instead, type Span, writeInstead } from "../../diagnostics/index.ts";
import { keyTextOf } from "../tree/key.ts";
import { constant, converted, type Node } from "../tree/node.ts";
import type { Conversion } from "../tree/rules.ts";
import { findName, refTo, rowsOfItems, type ScopeColumn, type TableScope } from "../tree/scope.ts";
import { familyOf, type Type } from "../tree/type.ts";
import type { CheckState, RowInView } from "./check-state.ts";

/** A column of a row in view, found by name; reports an unknown one. */
export function columnOf(
  state: CheckState,
  row: RowInView,
  name: string,
  span: Span,
  nameSpan: Span = span,
): Node | undefined {
  if (state.isUnwritten(name, row)) return undefined;
  const isOwnName = name.startsWith("_");
  if (isOwnName && /^_rownumber$/i.test(name)) return rowNumber(state, row, span);
  if (isOwnName && row.table.items !== undefined && /^_item$/i.test(name)) return keyField(row, span);
  if (isComputedKey(name) && row.table.key.length > 0) {
    if (row.slot <= 0) for (const part of row.table.key) state.columns.add(part.name);
    return keyText(row, span);
  }
  const result = findName(row.table.columns, name);
  if (result.match !== undefined) {
    if (row.slot <= 0) state.columns.add(result.match.name);
    return fieldOf(row, result.match, span);
  }
  if (result.candidates.length > 0 && state.isVisible(row.table.name))
    return state.report("name/ambiguous", { name, candidates: result.candidates }, nameSpan);
  const isNameable = state.isVisible(row.table.name);
  const table = isNameable ? row.table.name || undefined : undefined;
  const known = outerRowHint(state, row, name) ?? (isNameable ? nameHint(state, row, name) : undefined);
  const habit =
    known === undefined && LIST_OF_VALUES.test(name)
      ? { instead: `LIST(${name})`, hint: `Write LIST(${name}), or {${name}}, for a list.` }
      : (known ?? nameOfLet(state, name));
  const outer = known === undefined && habit === undefined ? misspeltOuter(state, row, name) : undefined;
  const { columnsAre } = row.table;
  if (outer !== undefined) return state.report("name/unknown-column", { name, table, ...outer }, nameSpan);
  const suggestion =
    isNameable && habit === undefined
      ? state.suggest(
          name,
          row.table.columns.map((column) => column.name).filter((column) => !column.includes("]")),
        )
      : undefined;
  const columns = row.table.columns.map((column) => `"${column.name}"`);
  const isListed = isNameable && !row.table.name && !columnsAre && columns.length > 0 && columns.length < 13;
  const listed = isListed && !suggestion ? { hint: `The columns are ${columns.join(", ")}.` } : undefined;
  const details = { name, table, suggestion, ...(columnsAre && { columnsAre }), ...listed, ...habit };
  return state.report("name/unknown-column", details, nameSpan);
}

/** A name of LET that is written, or misspelt, in brackets. */
function nameOfLet(state: CheckState, name: string): Instead | undefined {
  const meant = state.suggest(name, state.namesOfLet);
  return meant === undefined
    ? undefined
    : writeInstead(meant, " without brackets for the value that LET names");
}

/** `_ComputedKey`, the key of a row as one text. */
export function isComputedKey(name: string): boolean {
  return name.startsWith("_") && /^_computedkey$/i.test(name);
}

/** `[THISROW]`, `[Customer.Name]` and `Customers["Name"]`. */
function nameHint(state: CheckState, { table }: RowInView, name: string): Hinted | undefined {
  if (name === "")
    return { hint: "Write the name of a column in the brackets, or LIST() for an empty list." };
  if (/^_?this[_ ]?row$/i.test(name)) return writeInstead("[_THISROW]");
  const spaced = table.columns.find((column) => withPlainBlanks(column.name) === withPlainBlanks(name));
  if (spaced !== undefined) return writeInstead(`[${spaced.name}]`, " with its own blanks");
  if (/^_(?:param|thisuser)$/i.test(name)) return { hint: `Write [${name}].[name].` };
  const rows = columnsOfTable(state, name);
  if (rows !== undefined) return rows;
  const value = state.scope.functions.get(name.toUpperCase());
  if (value?.parameters.length === 0) return writeInstead(`${value.name}()`);
  const [, quoted = ""] = /^["'](.*)["']$/.exec(name) ?? [];
  const unquoted = findName(table.columns, quoted).match;
  if (unquoted !== undefined) return writeInstead(`[${unquoted.name}]`);
  const point = name.indexOf(".");
  if (table.items !== undefined && /^_?item$/i.test(name)) return writeInstead("[_ITEM]", " for the item");
  const ref = point < 0 ? undefined : findName(table.columns, name.slice(0, point).trim()).match;
  return ref?.type.kind === "Ref" || ref?.type.kind === "Object" || ref?.type.kind === "Json"
    ? writeInstead(`[${ref.name}]${stepsOf(ref.type, name.slice(point + 1).trim())}`)
    : undefined;
}

/** A name in one case, with one ordinary blank for what looks like blanks. */
function withPlainBlanks(name: string): string {
  return name.replace(/[\s\u200b\ufeff]+/g, " ").toLowerCase();
}

/** A path with its brackets: of an object or JSON each of its parts has its own, unless a field has a point in its name. */
function stepsOf(type: Type, path: string): string {
  const fields = type.kind === "Object" ? type.shape.columns : [];
  if (type.kind === "Ref" || findName(fields, path).match !== undefined) return `.[${path}]`;
  return path
    .split(".")
    .map((step) => `.[${step.trim()}]`)
    .join("");
}

/** `["a", "b"]` and `[1, 2]`, as lists are written elsewhere. */
const LIST_OF_VALUES = /^(["'])[^"']*\1(?:\s*,\s*\1[^"']*\1)*$|^-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+$/;

function rowNumber(state: CheckState, row: RowInView, span: Span): Node | undefined {
  const { slot, table } = row;
  const { start, end } = span;
  if (table.hasRowNumbers === false && table.name === "") {
    const hint = slot > 0 ? "The items of a list have no number." : undefined;
    return state.report("name/unknown-column", { name: "_RowNumber", hint }, span);
  }
  if (table.hasRowNumbers === false) return state.report("name/no-row-number", { table: table.name }, span);
  return {
    op: "column",
    slot,
    index: table.rowNumberIndex,
    name: "_RowNumber",
    type: { kind: "Number" },
    start,
    end,
  };
}

/** Inside a scan a bare column is never taken from an outer row; say how to reach it when it is there. */
function outerRowHint(state: CheckState, row: RowInView, name: string): Instead | undefined {
  if (row.slot === 0 || state.currentRow === undefined) return undefined;
  return has(state.currentRow.table, name) ? outerColumn(name) : undefined;
}

/** Items of a list have no columns that could be meant; a column of the current row may be. */
function misspeltOuter(state: CheckState, { slot, table }: RowInView, name: string): Instead | undefined {
  if (slot === 0 || state.currentRow === undefined || table.columns.length > 0) return undefined;
  const meant = state.suggest(
    name,
    state.currentRow.table.columns.map((column) => column.name),
  );
  return meant === undefined ? undefined : outerColumn(meant);
}

type Hint = ReturnType<typeof writeInstead>;

/** How the values of a column are written. */
export function valuesOfColumn(table: string, column: string): Hint {
  return writeInstead(`${table}[${column}]`, " for the values of all rows");
}

/** How columns of the table or slice of a name are written; undefined where none has the name. */
export function columnsOfTable(state: CheckState, name: string): { readonly hint: string } | undefined {
  const { match } = findName([...state.scope.tables.values(), ...state.scope.slices.values()], name);
  return match !== undefined && state.isVisible(match.name)
    ? { hint: `Write ${match.name}[Column] for the values of all rows.` }
    : undefined;
}

/** How the rows of the table or slice of a name are written as a list; undefined where none has the name. */
export function rowsOfTable(state: CheckState, name: string): Hint | undefined {
  const { scope } = state;
  const { match } = findName([...scope.tables.values(), ...scope.slices.values()], name);
  const table = match !== undefined && "table" in match ? match.table : match;
  const [key] = table?.key ?? [];
  if (match === undefined || key === undefined || !state.isVisible(match.name)) return undefined;
  return writeInstead(`${match.name}[${key.name}]`, " for the list of its rows");
}

/** How a column that holds a list is written, whose name is used where that of a table is expected. */
export function columnForTable(state: CheckState, name: string): Hint | undefined {
  const { match } = findName(state.innermostRow?.table.columns ?? [], name);
  return match?.type.kind === "List"
    ? writeInstead(`[${match.name}]`, " for the list in the column")
    : undefined;
}

/** How a column of the current row is written where another row is in view. */
export function outerColumn(name: string): Instead {
  return writeInstead(`[_THISROW].[${name}]`, " for the column of the current row");
}

function has(table: TableScope, name: string): boolean {
  return findName(table.columns, name).match !== undefined;
}

/** A column read on a row in view; a virtual one is computed there, and is blank where its formula has errors. */
export function fieldOf({ slot }: RowInView, column: ScopeColumn, { start, end }: Span): Node {
  const { type, name } = column;
  if (!column.isVirtual) return { op: "column", slot, index: column.index, name, type, start, end };
  const { formula } = column;
  if (formula === undefined) return constant(null, type, { start, end });
  return { op: "formula", slot, formula, type, start, end };
}

/** The key of a row in view as one text. The table must have a key. */
function keyText(row: RowInView, span: Span): Node {
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

/** What stands for a row in view: a Ref, its key; an item of a list itself. A table must have a key. */
export function keyField(row: RowInView, span: Span): Node {
  const type = refTo(row.table);
  const [only, second] = row.table.key;
  if (only !== undefined && second === undefined) return { ...fieldOf(row, only, span), type };
  const { start, end } = span;
  return { op: "computed-key", slot: row.slot, table: row.table, type, start, end };
}

/** The table that a list of Refs points at, and the shape of a list of objects; undefined for any other type. */
export function tableOfRefs({ scope }: CheckState, type: Type): TableScope | undefined {
  if (type.kind !== "List") return undefined;
  if (type.item.kind === "Object") return type.item.shape;
  return type.item.kind === "Ref" ? scope.tables.get(type.item.table) : undefined;
}

/** The rows of a list: those that Refs point at, else its items themselves. Undefined for Refs out of reach, and for no list. */
export function rowsOfList(state: CheckState, type: Type): TableScope | undefined {
  if (type.kind !== "List" || type.item.kind === "Ref") return tableOfRefs(state, type);
  return rowsOfItems(type.item);
}
