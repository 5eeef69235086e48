import type { Value } from "../../values/index.ts";
import type { CheckState } from "../check/check-state.ts";
import type { Steps } from "../runtime/steps.ts";
import type { Call } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import type { ScalarKind, Type } from "../tree/type.ts";
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
export interface FunctionDefinition {
  readonly name: string;
  readonly category: Category;
  /** One sentence. */
  readonly summary: string;
  readonly details?: string;
  readonly parameters: readonly Parameter[];
  /** The call as it is written, where the parameters alone do not show it. */
  readonly syntax?: string;
  /** The type of the result as the documentation names it. */
  readonly result: string;
  /** Expressions with the answers they must give: printed in the documentation, run by the tests. */
  readonly examples: readonly Example[];
  /** Whether the arguments alone decide the answer, so that a call of constants is computed in advance. */
  readonly isPure: boolean;
  /** Whether the arguments alone decide the answer, though the evaluator may ask the request for its budget. */
  readonly isDetermined: boolean;
  /** Whether the answer may differ each time within one request. */
  readonly isVolatile: boolean;
  /** Whether a blank in a required single argument gives blank without running the evaluator. */
  readonly skipsBlanks: boolean;
  /** The typed node of a call; undefined after a mistake, which it has reported. */
  readonly check: (state: CheckState, call: Call, definition: FunctionDefinition) => Node | undefined;
}

/** One value per parameter, then the request's context. */
export interface FunctionEvaluator {
  (...values: unknown[]): Value;
  /** The same answer with pauses, where finding it may take long: the request's context follows in any case. */
  readonly inSteps?: (...values: unknown[]) => Steps<Value>;
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
