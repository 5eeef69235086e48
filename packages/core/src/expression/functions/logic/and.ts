import { coerceArgument } from "../../check/arguments.ts";
import { checkedArguments } from "../../check/check-call.ts";
import type { CallForm } from "../../check/function-definition.ts";
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
  check: (form) => checkConditions(form, "and"),
});

/** A call of AND or OR: any number of conditions, evaluated only as far as needed. */
export function checkConditions(form: CallForm, op: "and" | "or"): Node | undefined {
  const { state, definition } = form;
  const parameter = { name: "condition", type: "Yes/No" } as const;
  const conditions = checkedArguments(form)?.map((node) =>
    coerceArgument(state, definition.name, parameter, node),
  );
  if (conditions === undefined || conditions.includes(undefined)) return undefined;
  const { start, end } = form.call;
  return { op, conditions: conditions as Node[], type: scalar("Yes/No"), start, end };
}
