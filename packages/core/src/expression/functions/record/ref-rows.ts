import { constantName, sourceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import type { CheckState, RowInView } from "../../check/check-state.ts";
import { columnOf, keyField } from "../../check/columns.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { type RowSource, selectNode, withFilter } from "../../check/select-from.ts";
import type { Call } from "../../syntax/ast.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { refTo } from "../../tree/scope.ts";
import { defineForm } from "../define-function.ts";

export const refRows = defineForm("record", {
  signature: "REF_ROWS(table: Table, ref column: Column): List of Ref",
  summary:
    "The rows of a table or slice that point at the current row through a Ref column, as a list of Refs.",
  details: "They come in table order. The Ref column must point at the table of the current row.",
  examples: [
    ['REF_ROWS("Orders", "Customer")', ["O1", "O3"]],
    ['SUM(REF_ROWS("Orders", "Customer")[Total])', 320],
  ],
  check: checkRefRows,
});

/** `REF_ROWS(table, ref column)`: the rows whose Ref points at the current row. */
function checkRefRows(form: CallForm): Node | undefined {
  const { state, call } = form;
  const isCounted = hasRightCount(form);
  const source = sourceArgument(form, 0);
  if (source === undefined) return undefined;
  const { table } = source;
  return state.inRowOf(table, (slot) => {
    const column = refColumn(form, { slot, table });
    const row = currentRow(state, call);
    const isChild = column && row && pointsAt(form, column, row);
    return isCounted && isChild ? rowsWhere(source, slot, isChild, call) : undefined;
  });
}

/** By its own type: also a key column is here the Ref it holds, not its row. */
function refColumn({ state, call, definition }: CallForm, row: RowInView): Node | undefined {
  const part = call.arguments[1];
  const word = part && constantName(state, part, definition.name, "ref column");
  return part === undefined || word === undefined ? undefined : columnOf(state, row, word, part);
}

function currentRow(state: CheckState, call: Call): RowInView | undefined {
  const row = state.currentRow;
  if (row === undefined) return state.report("name/no-row", { name: "_THISROW" }, call);
  return row.table.key.length > 0 ? row : state.report("name/no-key", {}, call);
}

function pointsAt({ state, call, definition }: CallForm, column: Node, row: RowInView): Node | undefined {
  const { type } = column;
  if (type.kind === "Ref" && type.table === row.table.name)
    return checkPair(state, "=", column, keyField(row, call), call);
  const details = {
    function: definition.name,
    parameter: "ref column",
    expected: state.typeName(refTo(row.table)),
    actual: state.typeName(type),
  };
  return state.report("type/argument", details, call.arguments[1] ?? call);
}

function rowsWhere(source: RowSource, slot: RowSlot, isChild: Node, call: Call): Node {
  const field = keyField({ slot, table: source.table }, call);
  const condition = withFilter(source, slot, isChild);
  return selectNode(source, slot, condition, field, false, call);
}
