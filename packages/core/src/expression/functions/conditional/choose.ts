import { coerceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import { constant, type Node } from "../../tree/node.ts";
import { scalar } from "../../tree/type.ts";
import { defineForm } from "../define-function.ts";
import { asRead, blankResult, makeConditional, within } from "./make-conditional.ts";

export const choose = defineForm("conditional", {
  signature: "CHOOSE(position: Number, result: Anything …): the type of the results",
  summary: "The result at a position, counted from 1; blank at another one.",
  details: "All results have one type. Only the chosen one is evaluated.",
  examples: [['CHOOSE(2, "red", "green")', "green"]],
  check: (form) => {
    const { state, call } = form;
    const [first, ...others] = call.arguments;
    const checked = first && state.check(first);
    return state.withLocal((local) => {
      const parts = others.map((part) => state.check(part));
      if (!hasRightCount(form) || checked === undefined) return undefined;
      const position = coerceArgument(state, "CHOOSE", { name: "position", type: "Number" }, checked);
      const isAt = (at: Node, value: number) =>
        checkPair(state, "=", asRead(at, at, local), constant(value, scalar("Number"), at), at);
      const branches = parts.map((value, at) => ({ condition: position && isAt(position, at + 1), value }));
      const body = makeConditional(form, branches, blankResult(call));
      return position && body && within(position, body, local);
    });
  },
});
