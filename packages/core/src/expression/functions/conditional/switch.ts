import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { warnUnknownChoice } from "../../check/literals.ts";
import { asConstant } from "../../operators/fold-constants.ts";
import type { Node } from "../../tree/node.ts";
import { defineForm } from "../define-function.ts";
import { asRead, type CheckedBranch, hasPairs, makeConditional, within } from "./make-conditional.ts";

export const switchCase = defineForm("conditional", {
  signature: "SWITCH(value: Anything, case: Anything …, result: Anything …): the type of the results",
  about: { case: { comparedWith: 0 } },
  summary: "The result after the first case that equals a value, else the last argument.",
  details:
    "The value is evaluated once and compared as by =: without case, a blank only with a blank. Cases may be expressions. All results have one type, and the last one is required.",
  syntax: "SWITCH(value, case, result, …, result otherwise)",
  examples: [
    ['SWITCH("red", "Green", 1, "Red", 2, 0)', 2],
    ['SWITCH(2 * 3, 5, "five", 7 - 1, "six", "another")', "six"],
    ['SWITCH(9, 1, "one", "many")', "many"],
  ],
  check: checkSwitch,
});

/** `SWITCH(value, case, result, …, result otherwise)`: the cases are conditions on a value that is found once. */
function checkSwitch(form: CallForm): Node | undefined {
  const { state, call } = form;
  const [first, ...others] = call.arguments;
  const checked = first && state.check(first);
  const value = checked && asConstant(checked);
  return state.withLocal((local) => {
    const parts = others.map((part) => state.check(part));
    if (!hasRightCount(form) || !hasPairs(form)) return undefined;
    const branches = pairUp(parts, (one) => {
      if (value !== undefined && value.op !== "constant") warnUnknownChoice(state, value, one);
      return value && checkPair(state, "=", asRead(value, one, local), one, one);
    });
    const body = makeConditional(form, branches, parts.at(-1));
    return value && body && within(value, body, local);
  });
}

function pairUp(
  parts: readonly (Node | undefined)[],
  isCase: (one: Node) => Node | undefined,
): CheckedBranch[] {
  const branches: CheckedBranch[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const one = parts[index];
    branches.push({ condition: one && isCase(one), value: parts[index + 1] });
  }
  return branches;
}
