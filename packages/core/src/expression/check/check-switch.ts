import type { Call } from "../syntax/ast.ts";
import type { ConditionalNode, Node } from "../tree/node.ts";
import { asConstant } from "./as-constant.ts";
import { hasRightCount } from "./check-call.ts";
import { checkEqual } from "./check-operator.ts";
import type { CheckState } from "./check-state.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { type CheckedBranch, hasPairs, makeConditional } from "./make-conditional.ts";
import { warnOfOtherTexts } from "./warn-of-other-texts.ts";

/** `SWITCH(value, case, result, …, result otherwise)`: the cases are conditions on a value that is found once. */
export function checkSwitch(state: CheckState, call: Call, definition: FunctionDefinition): Node | undefined {
  const [first, ...others] = call.arguments;
  const checked = first && state.check(first);
  const value = checked && asConstant(checked);
  return state.withLocal((local) => {
    const parts = others.map((part) => state.check(part));
    if (!hasRightCount(state, call, definition) || !hasPairs(state, call, definition)) return undefined;
    const branches = pairUp(parts, (one) => {
      if (value !== undefined && value.op !== "constant") warnOfOtherTexts(state, value, one);
      return value && checkEqual(state, asRead(value, one, local), one, one);
    });
    const body = makeConditional(state, call, definition, branches, parts.at(-1));
    return value && body && within(value, body, local);
  });
}

/** A constant may be read again for each case, as a literal's type follows the case; anything else is read as a local. */
function asRead(value: Node, { start, end }: Node, local: number): Node {
  if (value.op === "constant") return value;
  return { op: "local", local, type: value.type, start, end };
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

function within(value: Node, body: ConditionalNode, local: number): Node {
  if (value.op === "constant") return body;
  const { type, start, end } = body;
  return { op: "let", local, value, body, type, start, end };
}
