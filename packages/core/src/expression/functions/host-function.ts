import type { JsonValue, Value } from "../../values/index.ts";
import type { CheckState } from "../check/check-state.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import { failure, type HostCode } from "../runtime/host-calls.ts";
import type { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { everyTable, type Type, typeName } from "../tree/type.ts";
import { type CellForms, jsonReaderOf, jsonWriterOf } from "../tree/value-forms.ts";
import { checkArguments, declared, type Signature } from "./formula-function.ts";

/** A function of the program around: it is given JSON values and gives one back. */
export interface HostFunction extends Signature {
  /** Undefined where only the signature is declared; then the request has the code. */
  readonly code: HostCode | undefined;
  /** Of code that is still to come; default `call`. */
  readonly cache?: HostCode["cache"] | undefined;
}

/**
 * The definition of a function of the program around. It is never computed in advance, or compiled to SQL. What goes wrong
 * in it is `run/host-function`, located at the call, with what was thrown as its cause.
 */
export function hostFunction(signature: HostFunction): FunctionDefinition {
  const { name, parameters, result, code, cache = code?.cache } = signature;
  const writers = parameters.map(({ type }) => jsonWriterOf(type));
  const evaluator = (...values: unknown[]): Value => {
    const context = values.at(-1) as RequestContext;
    const { host, meter } = context;
    if (host === undefined) throw failure(name, "has no code here");
    meter.spend(STEPS);
    const given = writers.map((write, at) => write(values[at] as Value));
    const value = host.ask({
      name,
      code,
      given,
      read: (answer) => readAnswer(name, answer, result, context),
    });
    charge(value, meter);
    return value;
  };
  const check = (state: CheckState, part: Call, definition: FunctionDefinition): Node | undefined => {
    const nodes = checkArguments(state, part, definition, parameters);
    if (nodes === undefined) return undefined;
    const { start, end } = part;
    return { op: "call", definition, evaluator, arguments: nodes, type: result, start, end };
  };
  const host = { isAsync: code?.isAsync ?? false, isCached: cache !== "none" };
  return { ...declared(signature, { isPure: false, isVolatile: true, check }), host };
}

/** What a call costs of the budget of an evaluation. */
const STEPS = 16;

/** An answer as a value of the result's type. */
function readAnswer(name: string, answer: unknown, result: Type, context: RequestContext): Value {
  const expected = typeName(result, everyTable);
  if (isThenable(answer)) {
    ignore(answer);
    throw failure(name, `gave a Promise, and is declared to give ${expected}`);
  }
  const { locale, timeZone } = context;
  const value = answer === undefined ? undefined : read(answer, result, { locale, timeZone, isStrict: true });
  if (value === undefined) throw failure(name, `gave ${kindOf(answer)}, and is declared to give ${expected}`);
  return value;
}

/** A getter of what is read may throw. */
function read(answer: unknown, result: Type, forms: CellForms): Value | undefined {
  try {
    return jsonReaderOf(result, forms)(answer as JsonValue);
  } catch {
    return undefined;
  }
}

/** A Promise that rejects is not to end the program. */
function ignore(promise: PromiseLike<unknown>): void {
  Promise.resolve(promise).catch(() => {});
}

/** What is asked for "then" may throw. */
function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  if (typeof answer !== "object" || answer === null) return false;
  try {
    return "then" in answer && typeof answer.then === "function";
  } catch {
    return false;
  }
}

function kindOf(answer: unknown): string {
  if (answer === undefined) return "no answer";
  if (typeof answer === "number") return `the number ${answer}`;
  return typeof answer === "object" ? (isList(answer) ? "a list" : "an object") : `a ${typeof answer}`;
}

/** A proxy that was revoked cannot be asked. */
function isList(answer: object | null): boolean {
  try {
    return Array.isArray(answer);
  } catch {
    return false;
  }
}

function charge(value: Value, meter: Meter): void {
  if (typeof value === "string") meter.buildText(value.length);
  if (!Array.isArray(value)) return;
  meter.buildList(value.length);
  for (const item of value) charge(item, meter);
}
