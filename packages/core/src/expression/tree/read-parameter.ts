import type { Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { ParameterNode } from "./node.ts";

/**
 * The value that a call binds to a parameter: blank where it binds none. Where a list is expected, one value is a list of
 * one; a list where one value is expected throws `EvaluationError`.
 */
export function readParameter({ from, name, isList }: ParameterNode, context: RequestContext): Value {
  const value = context[from].get(name) ?? null;
  if (isList === true) {
    const items = Array.isArray(value) ? value : value === null ? [] : [value];
    context.meter.buildList(items.length);
    return items;
  }
  if (!Array.isArray(value)) return value;
  throw new EvaluationError("run/unreadable-input", { name, value: "a list", type: "a single value" });
}
