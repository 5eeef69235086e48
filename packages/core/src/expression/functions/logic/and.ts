import { coerceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import type { CheckState } from "../../check/check-state.ts";
import type { FunctionDefinition } from "../../check/function-definition.ts";
import type { Call } from "../../syntax/ast.ts";
import type { Node } from "../../tree/node.ts";
import { scalar } from "../../tree/type.ts";
import { defineForm } from "../define-function.ts";

export const and = defineForm("logic", {
  signature: "AND(condition: Yes/No …): Yes/No",
  summary: "Whether every condition is TRUE.",
  details: "A blank counts as FALSE. Evaluation stops at the first condition that is not TRUE.",
  examples: [
    ["AND(TRUE, 1 < 2)", true],
    ["AND(TRUE, FALSE)", false],
  ],
  check: (state, call, definition) => checkConditions(state, call, definition, "and"),
});

/** A call of AND or OR: any number of conditions, evaluated only as far as needed. */
export function checkConditions(
  state: CheckState,
  call: Call,
  definition: FunctionDefinition,
  op: "and" | "or",
): Node | undefined {
  const checked = call.arguments.map((part) => state.check(part));
  if (!hasRightCount(state, call, definition) || checked.includes(undefined)) return undefined;
  const parameter = { name: "condition", type: "Yes/No" } as const;
  const conditions = checked.map((node) => coerceArgument(state, definition.name, parameter, node as Node));
  if (conditions.includes(undefined)) return undefined;
  const { start, end } = call;
  return { op, conditions: conditions as Node[], type: scalar("Yes/No"), start, end };
}
