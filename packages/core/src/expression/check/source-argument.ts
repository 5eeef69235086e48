import type { Call } from "../syntax/ast.ts";
import type { CheckState } from "./check-state.ts";
import { constantName } from "./constant-name.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { type RowSource, sourceNamed } from "./select-from.ts";

/** The table or slice that the argument at `index` names; undefined after an error, or where there is none. */
export function sourceArgument(
  state: CheckState,
  call: Call,
  { name, parameters }: FunctionDefinition,
  index: number,
): RowSource | undefined {
  const part = call.arguments[index];
  const word = part && constantName(state, part, name, parameters[index]?.name ?? "table");
  return part === undefined || word === undefined ? undefined : sourceNamed(state, word, part);
}
