import type { Span } from "../../diagnostics/index.ts";
import type { Dereference, Expression, TableColumn } from "../syntax/ast.ts";
import { functionHabit } from "../syntax/habits.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { isKeyOf } from "../tree/key.ts";
import type { FormulaNode, ListDereferenceNode, Node, RowSlot, SelectNode } from "../tree/node.ts";
import { findName, type TableScope } from "../tree/scope.ts";
import { listOf, scalar } from "../tree/type.ts";
import type { CheckState, RowInView } from "./check-state.ts";
import { columnForTable, columnOf, isComputedKey, keyField } from "./columns.ts";
import { coerceToArgument } from "./conversions.ts";

/** Rows: of a table, of a slice, which is its table seen through a filter, or of a list. */
export interface RowSource {
  readonly table: TableScope;
  readonly filter: CheckedExpression | undefined;
  /** The list whose rows they are. */
  readonly refs?: Node;
}

/** The table or slice of a name; reports an unknown one. */
export function sourceNamed(state: CheckState, name: string, span: Span): RowSource | undefined {
  const { tables, slices } = state.scope;
  const declared = [...tables.values(), ...slices.values()];
  const { match, ...other } = findName(declared, name);
  if (match === undefined) {
    const candidates = "candidates" in other ? other.candidates.filter((one) => state.isVisible(one)) : [];
    if (candidates.length > 0) return state.report("name/ambiguous", { name, candidates }, span);
    return state.report(
      "name/unknown-table",
      {
        name,
        ...(state.scope.functions.has(name.toUpperCase())
          ? { hint: `${name.toUpperCase()} is a function: write ${name.toUpperCase()}(…).` }
          : (columnForTable(state, name) ?? { hint: wordBeforeColumn(name) })),
        suggestion: state.suggest(
          name,
          declared.map((one) => one.name).filter((one) => state.isVisible(one)),
        ),
      },
      span,
    );
  }
  const source =
    "table" in match ? { table: match.table, filter: match.filter } : { table: match, filter: undefined };
  state.tables.add(source.table.name);
  return source;
}

/** `DISTINCT [Column]` and `~[Column]`. */
function wordBeforeColumn(word: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(word) ? functionHabit(word) : "Remove it: it is no operator.";
}

/** `name[Column]` of a list that LET names, which no table can be meant by. */
export function columnOfNamed(state: CheckState, part: TableColumn): Dereference | undefined {
  const { table, tableSpan, column, columnSpan, start, end } = part;
  if (state.named(table) === undefined) return undefined;
  const target = { kind: "raw-text", value: table, ...tableSpan } as const;
  return { kind: "dereference", target, column, columnSpan, dotted: false, start, end };
}

/** The values of `Table[Column]` over the rows for which `condition` is TRUE; the key column gives the rows themselves. */
export function selectFrom(
  state: CheckState,
  column: TableColumn,
  condition: Expression | undefined,
  distinct: boolean,
  span: Span,
): Node | undefined {
  const source = sourceNamed(state, column.table, column.tableSpan);
  if (source === undefined) {
    return undefined;
  }
  return state.inRowOf(source.table, (slot) => {
    const field = fieldNamed(state, { slot, table: source.table }, column.column, column.columnSpan);
    const checked = conditionOn(state, source, slot, condition);
    return field && checked && selectNode(source, slot, checked.condition, field, distinct, span);
  });
}

/** A column of a scanned row by its name; the key column is the row itself, a Ref. */
export function fieldNamed(state: CheckState, row: RowInView, name: string, span: Span): Node | undefined {
  if (isComputedKey(name) && row.table.key.length > 0) return keyField(row, span);
  const named = columnOf(state, row, name, span);
  return named !== undefined && isKeyOf(named, row.slot, row.table) ? keyField(row, span) : named;
}

/** The rows of a source for which `condition` is TRUE, as a list of what stands for them: Refs, or items of a list. */
export function filterRows(
  state: CheckState,
  source: RowSource,
  condition: Expression | undefined,
  span: Span,
): Node | undefined {
  return state.inRowOf(source.table, (slot) => {
    const checked = conditionOn(state, source, slot, condition);
    const key = keyField({ slot, table: source.table }, span);
    return checked && selectNode(source, slot, checked.condition, key, false, span);
  });
}

/** The values of `field` on the rows of a source, a list of them. */
export function selectNode(
  { table, refs }: RowSource,
  slot: RowSlot,
  condition: Node | undefined,
  field: Node,
  distinct: boolean,
  { start, end }: Span,
): SelectNode | ListDereferenceNode {
  const scan = { table, slot, condition, field, distinct, type: listOf(field.type), start, end };
  return refs === undefined
    ? { op: "select", first: false, ...scan }
    : { op: "list-dereference", refs, ...scan };
}

/** A condition on the scanned row, a slice's filter before it; undefined after an error. Call it inside `inRowOf`. */
export function conditionOn(
  state: CheckState,
  source: RowSource,
  slot: RowSlot,
  condition: Expression | undefined,
): { readonly condition: Node | undefined } | undefined {
  if (condition === undefined) return { condition: source.filter && formulaOn(source.filter, slot) };
  const checked = state.check(condition);
  const asYesNo = checked && coerceToArgument(checked, scalar("Yes/No"), state.scope.locale);
  if (asYesNo === undefined) {
    if (checked === undefined) return undefined;
    return state.report(
      "type/result",
      {
        expected: "Yes/No",
        actual: state.typeName(checked.type),
        hint: condition.kind === "text" ? "Write it without quotes." : undefined,
      },
      condition,
    );
  }
  return { condition: withFilter(source, slot, asYesNo) };
}

/** A condition on the scanned row with a slice's filter before it. */
export function withFilter({ filter }: RowSource, slot: RowSlot, condition: Node): Node {
  if (filter === undefined) return condition;
  const { start, end } = condition;
  const conditions = [formulaOn(filter, slot), condition];
  return { op: "and", conditions, type: scalar("Yes/No"), start, end };
}

function formulaOn(formula: CheckedExpression, slot: RowSlot): FormulaNode {
  return { op: "formula", slot, formula, type: formula.type, start: 0, end: 0 };
}
