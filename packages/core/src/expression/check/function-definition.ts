import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import type { CalledFunction } from "../tree/rules.ts";
import type { ScalarKind, Type } from "../tree/type.ts";
import type { CheckState } from "./check-state.ts";
import type { Parameter } from "./parameter.ts";

export type Category =
  | "conditional"
  | "date and time"
  | "extract"
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
  /** The call as it is written, where the parameters alone do not show it. */
  readonly syntax?: string;
  /** The type of the result as the documentation names it. */
  readonly result: string;
  /** Expressions with the answers they must give: printed in the documentation, run by the tests. */
  readonly examples?: readonly Example[];
  /** The typed node of a call; undefined after an error, which it has reported. */
  readonly check: (state: CheckState, call: Call, definition: FunctionDefinition) => Node | undefined;
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
