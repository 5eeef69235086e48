import type { Span } from "../../diagnostics/index.ts";
import type { ColumnReference, Dereference, RawText, TableColumn, TextLiteral } from "../syntax/ast.ts";
import { BEFORE, type Node, type ParameterNode } from "../tree/node.ts";
import { findName } from "../tree/scope.ts";
import { listOf, type Type } from "../tree/type.ts";
import type { CheckState, RowInView } from "./check-state.ts";
import { columnOf, fieldOf, keyField, tableOfRefs, valuesOfColumn } from "./columns.ts";
import { jsonPart } from "./json-parts.ts";
import { isUntypedLiteral } from "./literals.ts";
import { columnOfNamed, selectFrom } from "./select-from.ts";

/** `[Name]`: a column of the innermost row, or the key of a row that has a name. */
export function checkColumn(state: CheckState, part: ColumnReference): Node | undefined {
  const isOwnName = part.name.startsWith("_");
  if (isOwnName && /^_this$/i.test(part.name)) return checkThis(state, part);
  const named = isOwnName ? rowNamed(state, part) : undefined;
  if (named === "error") return undefined;
  if (named !== undefined) {
    if (named.table.key.length === 0 && named.table.items === undefined)
      return state.report("name/no-key", {}, part);
    if (named.slot <= 0) for (const { name } of named.table.key) state.columns.add(name);
    return keyField(named, part);
  }
  const row = state.innermostRow;
  if (state.isUnwritten(part.name, row)) return undefined;
  if (row === undefined) return state.report("name/unknown-column", { name: part.name }, part);
  return columnOf(state, row, part.name, part);
}

function checkThis(state: CheckState, part: ColumnReference): Node | undefined {
  const { this: column, row, givesThis = false } = state.scope;
  if (column === undefined || row === undefined) return state.report("name/no-this", {}, part);
  state.columns.add(column.name);
  return fieldOf({ slot: givesThis ? BEFORE : 0, table: row }, column, part);
}

/** `Table[Column]`: the values of the column in all rows of the table or slice. */
export function checkTableColumn(state: CheckState, part: TableColumn): Node | undefined {
  const named = columnOfNamed(state, part);
  return named === undefined
    ? selectFrom(state, part, undefined, false, part)
    : checkDereference(state, named);
}

/** `target.[Column]`: a column of a row by name, of the row a Ref points at, or of each row of a list of Refs. */
export function checkDereference(state: CheckState, part: Dereference): Node | undefined {
  if (part.target.kind === "column") {
    const parameter = parameterNode(part.target, part.column, part);
    if (parameter?.from === "parameters") state.parameters.add(parameter.name);
    if (parameter !== undefined) return parameter;
    const named = rowNamed(state, part.target);
    if (named === "error") return undefined;
    if (named !== undefined) return columnOf(state, named, part.column, part, part.columnSpan);
  }
  const isNamed = part.target.kind === "raw-text" && state.named(part.target.value) !== undefined;
  if (
    !isNamed &&
    (part.target.kind === "raw-text" || part.target.kind === "text") &&
    reportTable(state, part.target, part)
  )
    return undefined;
  const target = state.check(part.target);
  return target && dereference(state, target, part);
}

/** Reports `Orders.[Price]`: a table is not one row. */
function reportTable(state: CheckState, target: RawText | TextLiteral, part: Dereference): boolean {
  const { tables, slices } = state.scope;
  const { match } = findName([...tables.values(), ...slices.values()], target.value);
  if (match === undefined || !state.isVisible(match.name)) return false;
  const hint = valuesOfColumn(match.name, part.column);
  state.report("type/not-a-ref", { what: `"${target.value}"`, type: "a table", ...hint }, part);
  return true;
}

function dereference(state: CheckState, target: Node, span: Dereference): Node | undefined {
  const part = jsonPart(target, [span.column], span);
  if (part !== undefined) {
    if (/^\d+$/.test(span.column))
      state.report(
        "type/json-item",
        { name: span.column, list: part.conversion.path.at(-2) ?? "items" },
        span.columnSpan,
      );
    return part;
  }
  const { type } = target;
  const table = tableOfRefs(state, type.kind === "List" ? type : listOf(type));
  if (table === undefined) {
    if (target.op === "column" && type.kind === "Unknown") return undefined; // its type has been reported
    if (isHiddenRef(state, type))
      return state.report("name/unknown-column", { name: span.column }, span.columnSpan);
    const isBeside = !span.dotted && type.kind !== "List";
    const hint = isBeside ? "Before the column an operator or a comma is missing." : undefined;
    return state.report(
      "type/not-a-ref",
      { what: quoted(state, target), type: state.typeName(type), hint },
      span,
    );
  }
  const slot = state.scans.length + 1;
  state.readsTable(table);
  const field = columnOf(state, { slot, table }, span.column, span, span.columnSpan);
  if (field === undefined) return undefined;
  const { start, end } = span;
  if (type.kind !== "List")
    return { op: "dereference", ref: target, table, slot, field, type: field.type, start, end };
  const result = { kind: "List", item: field.type } as const;
  return {
    op: "list-dereference",
    refs: target,
    table,
    slot,
    condition: undefined,
    field,
    distinct: false,
    type: result,
    start,
    end,
  };
}

/** Whether it points at rows of which the caller may know nothing, not even which columns they have. */
function isHiddenRef(state: CheckState, type: Type): boolean {
  const item = type.kind === "List" ? type.item : type;
  return item.kind === "Ref" && !state.isVisible(item.table);
}

function quoted(state: CheckState, node: Node): string {
  if (node.op === "column") return `"[${node.name}]"`;
  return isUntypedLiteral(node) ? state.describe(node) : "this";
}

/**
 * The row that `[_THISROW]`, `[_THISROW-n]`, `[_THISROW_BEFORE]` or `[_THISROW_AFTER]` stands for; undefined when the
 * name is an ordinary column's, `error` when there is no such row here, which has been reported.
 */
function rowNamed(state: CheckState, part: ColumnReference): RowInView | "error" | undefined {
  const [whole, image, outward] = ROW_NAME.exec(part.name) ?? [];
  if (whole === undefined) return undefined;
  if (outward !== undefined) return outwardRow(state, Number(outward), part);
  const row = state.currentRow;
  if (row === undefined || (image !== undefined && !state.scope.change)) {
    state.report("name/no-row", { name: part.name }, part);
    return "error";
  }
  return image?.toUpperCase() === "BEFORE" ? { slot: BEFORE, table: row.table } : row;
}

const ROW_NAME = /^_thisrow(?:_(before|after)|\s*-\s*(\d{1,3}))?$/i;

function outwardRow(state: CheckState, depth: number, part: ColumnReference): RowInView | "error" {
  const inView = state.currentRow === undefined ? state.scans : [state.currentRow, ...state.scans];
  const row = inView[inView.length - 1 - depth];
  if (row !== undefined) return row;
  state.report("name/no-such-scope", { name: part.name, depth }, part);
  return "error";
}

/** `[_PARAM].[name]`, bound by the call, and `[_THISUSER].[setting]`. */
function parameterNode(target: ColumnReference, name: string, span: Span): ParameterNode | undefined {
  const [, kind] = /^_(param|thisuser)$/i.exec(target.name) ?? [];
  if (kind === undefined) return undefined;
  const from = kind.toLowerCase() === "param" ? "parameters" : "settings";
  return {
    op: "parameter",
    from,
    name,
    type: { kind: "Any" },
    start: span.start,
    end: span.end,
  };
}
