import { columnArgument, sourceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import type { CheckState } from "../../check/check-state.ts";
import { outerColumn } from "../../check/columns.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { withFilter } from "../../check/select-from.ts";
import type { Expression } from "../../syntax/ast.ts";
import type { Node } from "../../tree/node.ts";
import { findName } from "../../tree/scope.ts";
import { defineForm } from "../define-function.ts";

export const lookup = defineForm("record", {
  signature:
    "LOOKUP(value: Any, table: Table, column: Column, result column: Column): the type of the result column",
  summary: "A value from the first row of a table or slice whose column equals a value.",
  details:
    "Values are compared as by =; a blank finds a blank. Without a row the result is blank. A bare column in the value belongs to the searched row; [_THISROW].[Column] is the current row.",
  examples: [
    ['LOOKUP("Ben", "Customers", "Name", "City")', "Porto"],
    ['LOOKUP([_THISROW].[ID], "Orders", "Customer", "Total")', 120],
    ['LOOKUP("Dora", "Customers", "Name", "City")', null],
  ],
  check: checkLookup,
});

/** `LOOKUP(value, table, column, result column)`: the first of `SELECT(table[result column], [column] = value)`. */
function checkLookup(form: CallForm): Node | undefined {
  const { state, call } = form;
  const isCounted = hasRightCount(form);
  const source = sourceArgument(form, 1);
  if (source === undefined) return undefined;
  const { table } = source;
  return state.inRowOf(table, (slot) => {
    const [part] = call.arguments;
    const value = part && state.check(part);
    const column = columnArgument(form, 2, { slot, table });
    const field = columnArgument(form, 3, { slot, table });
    if (part !== undefined && column !== undefined) warnSelfComparison(state, part, column);
    const isMatch = value && column && checkPair(state, "=", column, value, value);
    if (!isCounted || isMatch === undefined || field === undefined) return undefined;
    const condition = withFilter(source, slot, isMatch);
    const { type } = field;
    const { start, end } = call;
    return { op: "select", table, slot, condition, field, distinct: false, first: true, type, start, end };
  });
}

/** Inside LOOKUP a bare column is one of the rows that are searched, each of which equals itself. */
function warnSelfComparison(state: CheckState, part: Expression, column: Node): void {
  const row = state.currentRow?.table;
  if (row === undefined || part.kind !== "column" || column.op !== "column") return;
  const { match } = findName(state.innermostRow?.table.columns ?? [], part.name);
  const { match: outer } = findName(row.columns, part.name);
  if (match?.isVirtual === false && match.index === column.index && outer !== undefined)
    state.report("name/own-column", { name: part.name, ...outerColumn(outer.name) }, part);
}
