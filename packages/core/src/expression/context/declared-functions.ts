import { hasErrors, kindInWords } from "../../diagnostics/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { check } from "../check/check.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import type { CallForm, FunctionDefinition } from "../check/function-definition.ts";
import {
  checkArguments,
  declared,
  formulaFunction,
  rowOfParameters,
  type Signature,
} from "../functions/formula-function.ts";
import { failure, type HostCode } from "../runtime/host-calls.ts";
import type { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";
import { everyTable, type Type, typeName } from "../tree/type.ts";
import { type CellForms, jsonReaderOf, jsonWriterOf } from "../tree/value-forms.ts";
import type { ColumnScope } from "./declared-types.ts";
import { NestedFormulas, type NestingProblems } from "./nested-formulas.ts";

/** A function that expressions call by its name, besides those of the language. */
export interface FunctionDeclaration {
  /** Letters, digits and "_", a letter first; upper and lower case are the same. */
  readonly name: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterDeclaration[];
  /** The type of what it gives, as of a column: `Decimal`, `List of Text`. */
  readonly result: string | ColumnScope;
  /** Its body as an expression, in which `[price]` is the parameter price. */
  readonly formula?: string;
  /**
   * Its body as code, given one JSON value for each parameter: dates as ISO texts, null for blank. What it gives has the JSON form
   * of `result`; anything else, and what it throws, is the error `run/host-function` of the expression.
   */
  readonly evaluate?: (...values: never[]) => unknown;
  /** Whether `evaluate` gives a Promise; default whether it is an `async` function. */
  readonly async?: boolean;
  /**
   * `call`: asked once for each different argument list of a call of the engine, or of an evaluation. `none`: asked whenever its
   * value is needed, which asynchronous functions cannot be. Default: `call` for asynchronous functions, else `none`.
   */
  readonly cache?: "call" | "none";
  /** Milliseconds after which an asynchronous function has failed; default 2,000. */
  readonly timeout?: number;
}

export interface ParameterDeclaration {
  readonly name: string;
  readonly type: string | ColumnScope;
}

/** The JSON value of a type; blank is null. */
export type JsonOf<T> = T extends "Number" | "Decimal" | "Price" | "Percent"
  ? number | null
  : T extends "Yes/No"
    ? boolean | null
    : T extends `List of ${infer Item}`
      ? readonly JsonOf<Item>[]
      : T extends "Text" | "LongText" | "Name" | "Email" | "Date" | "Time" | "DateTime" | "Duration"
        ? string | null
        : JsonValue;

type JsonOfEach<P extends readonly ParameterDeclaration[]> = {
  -readonly [I in keyof P]: JsonOf<P[I]["type"]>;
};

/** Declares a function once, for `compile` and `loadRules`, with the types of its parameters. */
export function declareFunction<const P extends readonly ParameterDeclaration[] = readonly []>(
  declaration: Omit<FunctionDeclaration, "parameters" | "evaluate"> & {
    readonly parameters?: P;
    readonly evaluate?: (...values: JsonOfEach<P>) => unknown;
  },
): FunctionDeclaration {
  return declaration as FunctionDeclaration;
}

/** The scope with further functions. Throws a TypeError for one that cannot be declared so, with the reason. */
export function addFunctions(
  scope: ExpressionScope,
  given: readonly (FunctionDeclaration | FunctionDefinition)[],
  typeOf: (declared: string | ColumnScope) => Type,
): ExpressionScope {
  checkFunctionList(given);
  if (given.length === 0) return scope;
  const functions = new Map(scope.functions);
  const whole: ExpressionScope = { ...scope, functions };
  const bodies: (() => unknown)[] = [];
  const nested = new NestedFormulas(nestingProblems);
  for (const [at, one] of given.entries()) {
    if (typeof one !== "object" || one === null || typeof one.name !== "string")
      throw new TypeError(
        `functions[${at}] is no function: make it by defineFunction({ name, parameters, result, … }).`,
      );
    if ("check" in one) {
      functions.set(one.name.toUpperCase(), one);
      continue;
    }
    const name = one.name.toUpperCase();
    if (!isFunctionName(name)) throw new TypeError(`"${one.name}" cannot be the name of a function.`);
    if (functions.has(name)) throw new TypeError(`There is a function ${name} already.`);
    checkDeclaration(name, one);
    const signature = declaredSignature(one, typeOf);
    if ((one.formula === undefined) === (one.evaluate === undefined))
      throw new TypeError(`The function ${name} needs one of "formula" and "evaluate".`);
    if (one.formula === undefined) {
      functions.set(name, hostFunction({ ...signature, code: hostCodeOf(one) }));
      continue;
    }
    const { formula } = one;
    const body = () => nested.get(name, [], () => compileBody(signature, formula, whole));
    bodies.push(body);
    functions.set(name, formulaFunction({ ...signature, body }));
  }
  for (const body of bodies) body();
  return whole;
}

/** Throws a TypeError for functions by their names and anything else that is no list. */
export function checkFunctionList(functions: unknown): void {
  if (!Array.isArray(functions))
    throw new TypeError("functions is a list: [defineFunction({ name, parameters, result, … })].");
}

/** The code of a function of the program around. Throws a TypeError for one that cannot be asked so. */
export function hostCodeOf({
  name,
  evaluate,
  async,
  cache,
  timeout = TIMEOUT,
}: FunctionDeclaration): HostCode {
  const about = `The function ${name.toUpperCase()}`;
  if (typeof evaluate !== "function") throw new TypeError(`${about} has no code: "evaluate" is no function.`);
  const isAsync = async ?? Object.prototype.toString.call(evaluate) === "[object AsyncFunction]";
  if (isAsync && cache === "none")
    throw new TypeError(`${about} is asynchronous, and its answers are cached for the call.`);
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > LONGEST)
    throw new TypeError(`${about} needs a "timeout" from 1 to ${LONGEST} milliseconds.`);
  return {
    evaluate: evaluate as (...values: JsonValue[]) => unknown,
    isAsync,
    cache: cache ?? (isAsync ? "call" : "none"),
    timeout,
  };
}

const TIMEOUT = 2_000;
const LONGEST = 60_000;

/** Whether an expression can call a function by the name. */
export function isFunctionName(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/i.test(name);
}

/** What TypeScript does not hold a program to. Throws a TypeError. */
function checkDeclaration(name: string, { parameters = [], result, evaluate }: FunctionDeclaration): void {
  const isType = (type: unknown) => typeof type === "string" || (typeof type === "object" && type !== null);
  if (
    !Array.isArray(parameters) ||
    !parameters.every((one) => typeof one?.name === "string" && isType(one.type))
  )
    throw new TypeError(
      `The parameters of ${name} are a list, each with a name and a type: [{ name: "price", type: "Price" }].`,
    );
  if (!isType(result))
    throw new TypeError(`The function ${name} needs the type of its "result", such as "Decimal".`);
  if (evaluate !== undefined && typeof evaluate !== "function")
    throw new TypeError(`"evaluate" of ${name} is no function of the program.`);
}

/** Throws a TypeError for two parameters with one name, and for what is no type. */
export function declaredSignature(
  { name, description, parameters = [], result }: FunctionDeclaration,
  typeOf: (declared: string | ColumnScope) => Type,
): Signature {
  const typed = parameters.map((one) => ({ name: one.name, type: typeOf(one.type) }));
  const names = new Set(typed.map((one) => one.name.toLowerCase()));
  if (names.size < typed.length)
    throw new TypeError(`Two parameters of ${name.toUpperCase()} have the same name.`);
  return { name: name.toUpperCase(), description, parameters: typed, result: typeOf(result) };
}

/** Throws a TypeError for a body with errors. */
function compileBody(
  { name, parameters, result }: Signature,
  formula: string,
  scope: ExpressionScope,
): CheckedExpression | undefined {
  const { output, diagnostics } = check(formula, aboutParameters(scope, parameters), result);
  const error = diagnostics.find((one) => hasErrors([one]));
  if (error !== undefined) throw new TypeError(`The formula of ${name}: ${error.message}`);
  return output;
}

const nestingProblems: NestingProblems = {
  cycle: ([first]) => {
    throw new TypeError(`The function ${first?.name} calls itself.`);
  },
  tooDeep: ({ name }, limit) => {
    throw new TypeError(`The function ${name} calls others that call others, more than ${limit} in a row.`);
  },
};

/** The scope of a body: its row is the parameters, and nothing of the row around the call is in view. */
export function aboutParameters(
  scope: ExpressionScope,
  parameters: Signature["parameters"],
): ExpressionScope {
  return { ...scope, row: rowOfParameters(parameters), this: undefined, change: false };
}

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
  const check = (form: CallForm): Node | undefined => {
    const nodes = checkArguments(form, parameters);
    if (nodes === undefined) return undefined;
    const { definition, call } = form;
    const { start, end } = call;
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
  return typeof answer === "number" ? `the number ${answer}` : kindInWords(answer);
}

function charge(value: Value, meter: Meter): void {
  if (typeof value === "string") meter.buildText(value.length);
  if (!Array.isArray(value)) return;
  meter.buildList(value.length);
  for (const item of value) charge(item, meter);
}
