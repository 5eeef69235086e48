import type { Call } from "../syntax/ast.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import { typeName } from "../tree/type.ts";
import { hasRightCount } from "./check-call.ts";
import { checkEqual } from "./check-operator.ts";
import type { CheckState, RowInView } from "./check-state.ts";
import { columnOf } from "./column-of.ts";
import { constantName } from "./constant-name.ts";
import { keyField } from "./field.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { type RowSource, selectNode, withFilter } from "./select-from.ts";
import { sourceArgument } from "./source-argument.ts";

/** `REF_ROWS(table, ref column)`: the rows whose Ref points at the current row. */
export function checkRefRows(
  state: CheckState,
  call: Call,
  definition: FunctionDefinition,
): Node | undefined {
  const isCounted = hasRightCount(state, call, definition);
  const source = sourceArgument(state, call, definition, 0);
  if (source === undefined) return undefined;
  const { table } = source;
  return state.inRowOf(table, (slot) => {
    const column = refColumn(state, call, definition, { slot, table });
    const row = currentRow(state, call);
    const isChild = column && row && pointsAt(state, call, definition, column, row);
    return isCounted && isChild ? rowsWhere(source, slot, isChild, call) : undefined;
  });
}

/** By its own type: also a key column is here the Ref it holds, not its row. */
function refColumn(
  state: CheckState,
  call: Call,
  { name, parameters }: FunctionDefinition,
  row: RowInView,
): Node | undefined {
  const part = call.arguments[1];
  const word = part && constantName(state, part, name, parameters[1]?.name ?? "column");
  return part === undefined || word === undefined ? undefined : columnOf(state, row, word, part);
}

function currentRow(state: CheckState, call: Call): RowInView | undefined {
  const row = state.currentRow;
  if (row === undefined) return state.report("name/no-row", { name: "_THISROW" }, call);
  return row.table.key.length > 0 ? row : state.report("name/no-key", {}, call);
}

function pointsAt(
  state: CheckState,
  call: Call,
  { name }: FunctionDefinition,
  column: Node,
  row: RowInView,
): Node | undefined {
  const { type } = column;
  if (type.kind === "Ref" && type.table === row.table.name)
    return checkEqual(state, column, keyField(row, call), call);
  const details = {
    function: name,
    parameter: "ref column",
    expected: `Ref of ${row.table.name}`,
    actual: typeName(type),
  };
  return state.report("type/argument", details, call.arguments[1] ?? call);
}

function rowsWhere(source: RowSource, slot: RowSlot, isChild: Node, call: Call): Node {
  const { table } = source;
  const field = keyField({ slot, table }, call);
  const condition = withFilter(source, slot, isChild);
  return selectNode(table, slot, condition, field, false, call);
}
