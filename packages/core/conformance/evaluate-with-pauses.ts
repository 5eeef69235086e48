import { check } from "../src/expression/check/check.ts";
import {
  type EvaluationContext,
  evaluateAsTask,
  Meter,
  type Scope,
  writeJson,
} from "../src/expression/parts.ts";
import { runToEnd } from "../src/expression/runtime/task.ts";
import type { JsonValue } from "../src/values/index.ts";
import { bindContext, readScope } from "./read-context.ts";

/** The value of an expression in a call that shares the processor, whose time slice is always over: it pauses wherever it can. */
export function evaluateWithPauses(source: string, scope: Scope, context: EvaluationContext): JsonValue {
  const read = readScope(scope);
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has errors.`);
  const { row, before, request } = bindContext(read, context);
  const meter = new Meter(request.meter.limits, undefined, undefined, ALWAYS_OVER);
  return writeJson(runToEnd(evaluateAsTask(output, row, { ...request, meter }, before)), output.type);
}

const ALWAYS_OVER = { isOver: true, pause: async () => {} };
