import type { Expression } from "../syntax/ast.ts";
import type { CheckState } from "./check-state.ts";

/** A name given as an argument: a constant, quoted or bare, never an expression. Reports anything else. */
export function constantName(
  state: CheckState,
  part: Expression,
  functionName: string,
  parameter: string,
): string | undefined {
  if (part.kind === "text") return part.value;
  if (part.kind !== "raw-text")
    return state.report("call/constant-wanted", { function: functionName, parameter }, part);
  const name = part.value;
  if (state.scope.functions.has(name.toUpperCase()))
    return state.report("syntax/function-name-as-text", { name }, part);
  return name;
}
