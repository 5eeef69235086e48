import type { Value } from "../../values/index.ts";
import type { Call } from "../syntax/ast.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";
import type { CalledFunction } from "../tree/rules.ts";
import type { ScalarKind, Type } from "../tree/type.ts";
import type { CheckState, LeftOut } from "./check-state.ts";

export type Category =
  | "conditional"
  | "date and time"
  | "extract"
  /** Not of the language: of the definition, or of the program around. */
  | "own"
  | "link"
  | "list"
  | "location"
  | "logic"
  | "number"
  | "record"
  | "text"
  | "user";

/** A function of the language as everybody reads it: the checker, the evaluators, the documentation, the tests. */
export interface FunctionDefinition<N extends string = string> extends CalledFunction {
  readonly name: N;
  readonly category: Category;
  /** One sentence. */
  readonly summary: string;
  /** What else a user should know: blanks, bounds, surprises. */
  readonly details?: string;
  readonly parameters: readonly Parameter[];
  /** The call as it is written: `LEFT(text, count)`. */
  readonly syntax: string;
  /** The type of the result as the documentation names it. */
  readonly result: string;
  /** Expressions with the answers they must give: printed in the documentation, run by the tests. */
  readonly examples: readonly Example[];
  /** The tables that its body and its types read, of a function with an expression for a body. */
  readonly tables?: () => Iterable<string>;
  /** That body, about a row of its parameters; undefined where it has errors. */
  readonly body?: () => CheckedExpression | undefined;
  /** The typed node of a call; undefined after an error, which it has reported. */
  readonly check: (form: CallForm) => Node | undefined;
  /** As `check`, of arguments that are checked and as many as the parameters; undefined for a form. */
  readonly callOf?: (state: CheckState, parts: readonly Node[], call: Call) => Node | undefined;
}

/** A call of a function that is being checked. */
export interface CallForm {
  readonly state: CheckState;
  readonly call: Call;
  readonly definition: FunctionDefinition;
}

/** An expression, its answer in JSON form, and the wall-clock instant it is asked at where that matters. */
export type Example = readonly [expression: string, answer: unknown, now?: string];

/** A fixed type, or one that follows from the arguments. */
export type ResultDeclaration = ScalarKind | `List of ${ScalarKind}` | DerivedResult;

export interface DerivedResult {
  /** As the documentation names it, such as `the type of the items`. */
  readonly name: string;
  readonly of: (parts: readonly Node[]) => Type;
}

/**
 * What a parameter takes. A quoted literal is read as what is expected; `check/conversions.ts` has the conversions.
 * `Decimal` any number · `Number` a number, its fraction cut · `Temporal` Date, DateTime, Time or text of one, given as
 * a DateTime (a Time on 1899-12-30) · `List of Amount` numbers or Durations, kept as they are · `List of Ordered` also
 * dates and times · `Any` one value of any type · `Anything` a value or a list · `List` any list ·
 * `Name` a constant word, quoted or bare.
 */
interface ParameterValues {
  Text: string;
  Number: number;
  Decimal: number;
  "Yes/No": boolean;
  Date: number;
  DateTime: number;
  Time: number;
  Duration: number;
  Temporal: number;
  LatLong: string;
  XY: string;
  Any: Value;
  Anything: Value;
  List: readonly Value[];
  "List of Text": readonly (string | null)[];
  "List of Decimal": readonly (number | null)[];
  "List of Date": readonly (number | null)[];
  "List of Amount": readonly (number | null)[];
  "List of Ordered": readonly (number | null)[];
  Name: string;
}

export type ParameterType = keyof ParameterValues;

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** What a constant word names: a table or slice, or a column of the table before it. */
  readonly names?: "table" | "column";
  /** The texts that mean something here, where others do not. */
  readonly words?: readonly string[];
  /** The position of the argument that this one is compared with. */
  readonly comparedWith?: number;
  readonly description?: string;
  readonly optional?: true;
  /** May be given again and again; several parameters marked so repeat together. They come last. */
  readonly repeat?: true;
}

/** The TypeScript types of the values `evaluate` gets for the parameters `P`, blanks included where `Blank` is null. */
export type ValuesOf<P extends readonly Parameter[], Blank> = {
  -readonly [I in keyof P]: P[I] extends { readonly repeat: true }
    ? readonly (ParameterValues[P[I]["type"]] | null)[]
    : P[I] extends { readonly optional: true }
      ? ParameterValues[P[I]["type"]] | Blank | undefined
      : ParameterValues[P[I]["type"]] | (P[I]["type"] extends `List${string}` ? never : Blank);
};

/** The call as it is written: `LEFT(text, count)`, `LOG(number, [base])`, `LIST(item, …)`. */
export function syntaxOf(name: string, parameters: readonly Parameter[]): string {
  const words = parameters.map((one) => (one.optional === true ? `[${one.name}]` : one.name));
  return `${name}(${[...words, ...(parameters.at(-1)?.repeat === true ? ["…"] : [])].join(", ")})`;
}

/** What a person reads of a function. */
export type FunctionDescription = Pick<
  FunctionDefinition,
  "name" | "category" | "syntax" | "summary" | "parameters" | "result" | "examples"
> & { /** What else a user should know; undefined for nothing. */ readonly details: string | undefined };

export function describeDefinition(definition: FunctionDefinition): FunctionDescription {
  const { name, category, syntax, summary, details, parameters, result, examples } = definition;
  return { name, category, syntax, summary, details, parameters, result, examples };
}

/** Functions by name, as scopes hold them. */
export interface FunctionsByName extends ReadonlyMap<string, FunctionDefinition> {
  /** Functions that only other entrances have. */
  readonly leftOut?: readonly LeftOut[];
}

/** The functions of families, each the exports of a family's index, by name and in the order of their names. */
export function functionsOf(
  families: readonly Readonly<Record<string, FunctionDefinition>>[],
): FunctionsByName {
  const functions = families.flatMap((family) => Object.values(family));
  return new Map(functions.sort((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one]));
}
