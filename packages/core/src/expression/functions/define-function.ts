import { suggest } from "../../diagnostics/index.ts";
import type { Value } from "../../values/index.ts";
import {
  checkStrictCall,
  type StrictTyping,
  strictCallOf,
  type UnifyArguments,
} from "../check/check-call.ts";
import {
  type Category,
  type FunctionDefinition,
  type Parameter,
  type ResultDeclaration,
  syntaxOf,
  type ValuesOf,
} from "../check/function-definition.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { runToEnd, type Task } from "../runtime/time-slice.ts";
import type { Type } from "../tree/type.ts";

/** A function that evaluates its arguments before it runs; almost all do. */
interface StrictFunction<N extends string, P extends readonly Parameter[], B, U> extends Facts {
  readonly name: N;
  readonly parameters: P;
  readonly result: ResultDeclaration;
  /**
   * `propagate` (the default): a blank in a required single argument gives blank without running `evaluate`.
   * `accept`: `evaluate` sees blanks as null. A list is never null, only empty.
   */
  readonly blanks?: B;
  /**
   * `request`: the request's context follows the last argument, and the call is not computed in advance.
   * `budget`: the same, but only the budget is asked of it, so that the arguments decide the answer.
   * `chance`: the same, and every evaluation may answer something else.
   */
  readonly uses?: U;
  /** Brings arguments whose types depend on one another together, before each is coerced to its parameter. */
  readonly unifyArguments?: UnifyArguments;
}

/** What a declaration states: for people, and of the answer for those who plan before they evaluate. */
type Facts = Pick<
  FunctionDefinition,
  "summary" | "details" | "examples" | "largest" | "makesWhole" | "growsText" | "failsOn" | "reads"
> &
  Partial<Pick<FunctionDefinition, "syntax">>;

type Blank<B> = B extends "accept" ? null : never;

type Evaluate<P extends readonly Parameter[], B, U> = (
  ...values: [
    ...ValuesOf<P, Blank<B>>,
    ...(U extends "request" | "budget" | "chance" ? [context: RequestContext] : []),
  ]
) => Value;

/** Chosen once by the types of the arguments, for a function that compares or writes what it is given. */
type EvaluateFor<P extends readonly Parameter[], B, U> = (types: readonly Type[]) => Evaluate<P, B, U>;

type Computation<P extends readonly Parameter[], B, U> =
  | { readonly evaluate: Evaluate<P, B, U>; readonly evaluateFor?: never }
  | { readonly evaluateFor: EvaluateFor<P, B, U>; readonly evaluate?: never };

/**
 * Declares a function of the language once, for the checker, the evaluators, the documentation and the tests.
 * `evaluate` gets one value per parameter, in the parameter's type; an omitted optional argument is undefined, and
 * repeated arguments come as one array in the place of the first repeated parameter.
 */
export function defineFunction<
  const N extends string,
  const P extends readonly Parameter[],
  const B extends "propagate" | "accept" = "propagate",
  const U extends "request" | "budget" | "chance" | "arguments" = "arguments",
>(category: Category, declared: StrictFunction<N, P, B, U> & Computation<P, B, U>): FunctionDefinition<N> {
  const { evaluate, evaluateFor = () => evaluate, blanks, uses, unifyArguments, result, ...facts } = declared;
  const typing = { evaluatorFor: evaluateFor, result, unifyArguments } as StrictTyping;
  const isPure = uses === undefined || uses === "arguments";
  const definition: FunctionDefinition<N> = {
    syntax: syntaxOf(declared.name, declared.parameters),
    ...(facts as Facts & Pick<FunctionDefinition<N>, "name" | "parameters">),
    category,
    result: typeof result === "string" ? result : result.name,
    isPure,
    isDetermined: isPure || uses === "budget",
    isVolatile: uses === "chance",
    skipsBlanks: blanks !== "accept",
    check: (state, call, one) => checkStrictCall(state, call, one, typing),
    callOf: (state, parts, call) => strictCallOf(state, parts, call, definition, typing),
  };
  return definition;
}

/**
 * A function that decides itself how its arguments are checked and when they run: IF, AND, SELECT and their kin.
 * One whose `check` answers with a call of itself that reads the request says `isPure: false`.
 */
export function defineForm<const N extends string>(
  category: Category,
  declared: Omit<
    FunctionDefinition<N>,
    "category" | "isDetermined" | "isVolatile" | "skipsBlanks" | FormDefaults
  > &
    Partial<Pick<FunctionDefinition, FormDefaults>>,
): FunctionDefinition<N> {
  const { isPure = true, syntax = syntaxOf(declared.name, declared.parameters) } = declared;
  return {
    ...declared,
    category,
    syntax,
    isPure,
    isDetermined: isPure,
    isVolatile: false,
    skipsBlanks: false,
  };
}

type FormDefaults = "isPure" | "syntax";

/** The `evaluate` of a function that takes long on long texts and lists: declared in steps, and run to its end or with pauses. */
export function withTask<A extends unknown[], T>(
  task: (...values: A) => Task<T>,
): ((...values: A) => T) & { readonly task: typeof task } {
  return Object.assign((...values: A) => runToEnd(task(...values)), { task });
}

/** A check that the argument at `index`, a constant name, is one of `words` in any case. */
export function checkWord(
  name: string,
  index: number,
  parameter: string,
  words: readonly string[],
): UnifyArguments {
  return (state, parts) => {
    const part = parts[index];
    if (part?.op !== "constant") return parts;
    const word = String(part.value ?? "");
    if (words.some((one) => one.toUpperCase() === word.toUpperCase())) return parts;
    return state.report(
      "call/unknown-word",
      { function: name, parameter, word, words, suggestion: suggest(word, words) },
      part,
    );
  };
}
