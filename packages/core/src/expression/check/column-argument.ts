import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import type { CheckState, RowInView } from "./check-state.ts";
import { constantName } from "./constant-name.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { fieldNamed } from "./select-from.ts";

/** The column of a scanned row that the argument at `index` names; undefined after an error, or where there is none. */
export function columnArgument(
  state: CheckState,
  call: Call,
  { name, parameters }: FunctionDefinition,
  index: number,
  row: RowInView,
): Node | undefined {
  const part = call.arguments[index];
  const word = part && constantName(state, part, name, parameters[index]?.name ?? "column");
  return part === undefined || word === undefined ? undefined : fieldNamed(state, row, word, part);
}
