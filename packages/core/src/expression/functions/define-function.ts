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
  type DerivedResult,
  type FunctionDefinition,
  type Parameter,
  type ParameterType,
  type ResultDeclaration,
  syntaxOf,
  type ValuesOf,
} from "../check/function-definition.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { runToEnd, type Task } from "../runtime/time-slice.ts";
import type { Type } from "../tree/type.ts";

/** What a declaration states: for people, and of the answer for those who plan before they evaluate. */
type Facts = Pick<
  FunctionDefinition,
  "summary" | "details" | "examples" | "largest" | "makesWhole" | "growsText" | "failsOn" | "reads"
> &
  Partial<Pick<FunctionDefinition, "syntax">>;

/** The name of a function, its parameters and the type of its result. */
interface Signed<S extends string> {
  /**
   * `LOG(number: Decimal, [base: Decimal]): Decimal`. A parameter in brackets may be left out, one before `…` may be repeated.
   * The types `Table` and `Column` are of constant words that name one.
   */
  readonly signature: S;
  /** What else is known of parameters, by their names. */
  readonly about?: AboutParameters;
}

type AboutParameters = Readonly<Record<string, Pick<Parameter, "words" | "comparedWith" | "description">>>;

type NameIn<S extends string> = S extends `${infer N}(${string}` ? N : never;
type ParametersIn<S extends string> = S extends `${string}(${infer Inside})${string}`
  ? PartsOf<Inside>
  : never;
type PartsOf<S extends string> = S extends ""
  ? []
  : S extends `${infer First}, ${infer Rest}`
    ? [PartOf<First>, ...PartsOf<Rest>]
    : [PartOf<S>];
type PartOf<S extends string> = S extends `[${infer Typed}]`
  ? TypedPart<Typed> & { readonly optional: true }
  : S extends `${infer Typed} …`
    ? PartOf<Typed> & { readonly repeat: true }
    : TypedPart<S>;
type TypedPart<S extends string> = S extends `${infer N}: ${infer T extends ParameterType}`
  ? { readonly name: N; readonly type: T }
  : never;

/** The type of the result where it follows from the arguments; else it is in the signature. */
type ResultBeside<S extends string> = S extends `${string}): ${Exclude<ResultDeclaration, DerivedResult>}`
  ? { readonly result?: never }
  : { readonly result: DerivedResult };

/** A function that evaluates its arguments before it runs; almost all do. */
interface StrictFunction<S extends string, B, U> extends Facts, Signed<S> {
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
  const S extends string,
  const B extends "propagate" | "accept" = "propagate",
  const U extends "request" | "budget" | "chance" | "arguments" = "arguments",
>(
  category: Category,
  declared: StrictFunction<S, B, U> & Computation<ParametersIn<S>, B, U> & ResultBeside<S>,
): FunctionDefinition<NameIn<S>> {
  const { signature, about, evaluate, evaluateFor = () => evaluate, blanks, uses, ...others } = declared;
  const {
    unifyArguments,
    result: derived,
    ...facts
  } = others as typeof others & {
    readonly result?: DerivedResult;
  };
  const signed = readSignature(signature, about);
  const result = derived ?? (signed.result as ResultDeclaration);
  const typing = { evaluatorFor: evaluateFor, result, unifyArguments } as StrictTyping;
  const isPure = uses === undefined || uses === "arguments";
  const definition: FunctionDefinition<NameIn<S>> = {
    ...signed,
    ...(facts as Facts),
    category,
    result: derived?.name ?? signed.result,
    isPure,
    isDetermined: isPure || uses === "budget",
    isVolatile: uses === "chance",
    skipsBlanks: blanks !== "accept",
    check: (form) => checkStrictCall(form, typing),
    callOf: (state, parts, call) => strictCallOf({ state, call, definition }, parts, typing),
  };
  return definition;
}

/** Reads a signature. */
function readSignature<S extends string>(signature: S, about: AboutParameters = {}) {
  const [, name = "", inside = "", result = ""] = /^(\w+)\((.*?)\)(?:: (.+))?$/.exec(signature) ?? [];
  const parameters = inside === "" ? [] : inside.split(", ").map((part) => readParameter(part, about));
  return { name: name as NameIn<S>, parameters, syntax: syntaxOf(name, parameters), result };
}

function readParameter(part: string, about: AboutParameters): Parameter {
  const [name = "", type = ""] = part
    .replace(/^\[(.*)\]/, "$1")
    .replace(/ …$/, "")
    .split(": ");
  return {
    name,
    ...(type === "Table" || type === "Column"
      ? { type: "Name", names: type === "Table" ? "table" : "column" }
      : { type: type as ParameterType }),
    ...about[name],
    ...(part.startsWith("[") && { optional: true }),
    ...(part.endsWith(" …") && { repeat: true }),
  };
}

/**
 * A function that decides itself how its arguments are checked and when they run: IF, AND, SELECT and their kin.
 * One whose `check` answers with a call of itself that reads the request says `isPure: false`.
 */
export function defineForm<const S extends string>(
  category: Category,
  {
    signature,
    about,
    isPure = true,
    ...facts
  }: Facts & Signed<S> & Pick<FunctionDefinition, "check"> & Partial<Pick<FunctionDefinition, "isPure">>,
): FunctionDefinition<NameIn<S>> {
  const signed = readSignature(signature, about);
  return {
    ...signed,
    ...facts,
    category,
    isPure,
    isDetermined: isPure,
    isVolatile: false,
    skipsBlanks: false,
  };
}

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
