import { constantName } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { coerceToResult } from "../../check/conversions.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { isJsonPart, jsonPart } from "../../check/json-parts.ts";
import { isUntypedLiteral } from "../../check/literals.ts";
import type { Expression } from "../../syntax/ast.ts";
import type { Node } from "../../tree/node.ts";
import { findName } from "../../tree/scope.ts";
import { scalar } from "../../tree/type.ts";
import { defineForm } from "../define-function.ts";
import { reportUnpaired } from "./make-conditional.ts";

export const letNames = defineForm("conditional", {
  signature: "LET(name: Name …, value: Anything …): the type of the expression",
  summary: "Names values, each computed once, and computes an expression with them.",
  details:
    "A name is a word without quotes or brackets. The values after it and the last expression read it, also within SELECT and FILTER.",
  syntax: "LET(name, value, …, expression)",
  examples: [
    ["LET(net, 40 * 2, net + net / 4)", 100],
    ["LET(a, 2, b, a * 3, a + b)", 8],
    ["LET(least, 3, COUNT(FILTER(LIST(1, 4, 5), [_ITEM] > least)))", 2],
  ],
  check: (form) => {
    const [name, value, ...rest] = form.call.arguments;
    if (!hasRightCount(form)) return undefined;
    if (form.call.arguments.length % 2 === 0) return reportUnpaired(form);
    return name && value && checkNames(form, name, value, rest);
  },
});

function checkNames(
  form: CallForm,
  part: Expression,
  valuePart: Expression,
  rest: readonly Expression[],
): Node | undefined {
  const { state, call } = form;
  const checked = state.check(valuePart);
  // A part of JSON is kept as JSON, so that the name stands for what the part does.
  const json = checked && isJsonPart(checked) ? scalar("Json") : undefined;
  const value = json === undefined ? checked : checked && coerceToResult(checked, json, state.scope.locale);
  const name = constantName(state, part, "LET", "name");
  if (name === undefined) return undefined;
  if (findName(state.innermostRow?.table.columns ?? [], name).match !== undefined)
    state.report("name/hides-column", { name }, part);
  if (value === undefined) return undefined;
  return state.withLocal((local) => {
    const { start, end } = call;
    // A constant, and texts whose type follows what they are compared with, are copied to wherever the name is read.
    const isInlined = value.op === "constant" || isUntypedLiteral(value);
    const read: Node = { op: "local", local, type: value.type, start, end };
    const named = isInlined ? value : ((json && jsonPart(read, [], read)) ?? read);
    const body = state.withName(name, named, () => {
      const [nextName, nextValue, ...others] = rest;
      if (nextName === undefined || nextValue === undefined) return nextName && state.check(nextName);
      return checkNames(form, nextName, nextValue, others);
    });
    if (body === undefined || isInlined) return body;
    return { op: "let", local, value, body, type: body.type, start, end };
  });
}
