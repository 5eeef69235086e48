import type { JsonValue, Value } from "../../values/index.ts";
import type { CheckState } from "../check/check-state.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { everyTable, type Type, typeName } from "../tree/type.ts";
import { jsonReaderOf, jsonWriterOf } from "../tree/value-forms.ts";
import { checkArguments, declared, type Signature } from "./formula-function.ts";

/** A function of the program around: it is given JSON values and gives one back. */
export interface HostFunction extends Signature {
  readonly evaluate: (...values: JsonValue[]) => unknown;
}

/**
 * The definition of a function of the program around. It is never computed in advance, kept, or compiled to SQL. What goes wrong
 * in it is `run/host-function`, located at the call, with what was thrown as its cause.
 */
export function hostFunction(signature: HostFunction): FunctionDefinition {
  const { name, parameters, result, evaluate } = signature;
  const writers = parameters.map(({ type }) => jsonWriterOf(type));
  const evaluator = (...values: unknown[]): Value => {
    const context = values.at(-1) as RequestContext;
    context.meter.spend(STEPS);
    const given = writers.map((write, at) => write(values[at] as Value));
    return readAnswer(
      name,
      call(name, () => evaluate(...given)),
      result,
      context,
    );
  };
  const check = (state: CheckState, part: Call, definition: FunctionDefinition): Node | undefined => {
    const nodes = checkArguments(state, part, definition, parameters);
    if (nodes === undefined) return undefined;
    const { start, end } = part;
    return { op: "call", definition, evaluator, arguments: nodes, type: result, start, end };
  };
  return declared(signature, { isPure: false, isVolatile: true, check });
}

/** What a call costs of the budget of an evaluation. */
const STEPS = 16;

function call(name: string, evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (thrown) {
    throw failure(name, "threw an error", thrown);
  }
}

/** An answer as a value of the result's type, within what the request may hold. */
function readAnswer(name: string, answer: unknown, result: Type, context: RequestContext): Value {
  const expected = typeName(result, everyTable);
  if (isThenable(answer)) {
    answer.then(undefined, () => {});
    throw failure(name, `gave a Promise, and is declared to give ${expected}`);
  }
  const { locale, timeZone, meter } = context;
  const value = answer === undefined ? undefined : read(answer, result, { locale, timeZone });
  if (value === undefined) throw failure(name, `gave ${kindOf(answer)}, and is declared to give ${expected}`);
  charge(value, meter);
  return value;
}

/** A getter of what is read may throw. */
function read(answer: unknown, result: Type, forms: { locale: string; timeZone: string }): Value | undefined {
  try {
    return jsonReaderOf(result, forms)(answer as JsonValue);
  } catch {
    return undefined;
  }
}

function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return (
    typeof answer === "object" && answer !== null && "then" in answer && typeof answer.then === "function"
  );
}

function kindOf(answer: unknown): string {
  if (answer === undefined) return "no answer";
  if (Array.isArray(answer)) return "a list";
  if (typeof answer === "number") return `the number ${answer}`;
  return typeof answer === "object" ? "an object" : `a ${typeof answer}`;
}

function charge(value: Value, meter: Meter): void {
  if (typeof value === "string") meter.buildText(value.length);
  if (!Array.isArray(value)) return;
  meter.buildList(value.length);
  for (const item of value) charge(item, meter);
}

function failure(name: string, problem: string, cause?: unknown): EvaluationError {
  const error = new EvaluationError("run/host-function", { name, problem });
  error.cause = cause;
  return error;
}
