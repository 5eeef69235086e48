import type { Value } from "../../values/index.ts";
import type { Steps } from "../runtime/steps.ts";

/** What the tree knows of a function that an expression calls. */
export interface CalledFunction {
  readonly name: string;
  /** Whether the arguments alone decide the answer, so that a call of constants is computed in advance. */
  readonly isPure: boolean;
  /** Whether the arguments alone decide the answer, though the evaluator may ask the request for its budget. */
  readonly isDetermined: boolean;
  /** Whether the answer may differ each time within one request. */
  readonly isVolatile: boolean;
  /** Whether a blank in a required single argument gives blank without running the evaluator. */
  readonly skipsBlanks: boolean;
  /** How far from zero a whole number that it answers can be; any number where it does not say. */
  readonly largest?: number;
  /** Whether it makes a whole number of its argument, or of many whole numbers their sum: either may be too large. */
  readonly makesWhole?: "of its argument" | "of their sum";
  /** Whether it answers a text that may be longer than those it is given. */
  readonly growsText?: true;
}

/** One value per parameter, then the request's context. */
export interface FunctionEvaluator {
  (...values: unknown[]): Value;
  /** The same answer with pauses, where finding it may take long: the request's context follows in any case. */
  readonly inSteps?: (...values: unknown[]) => Steps<Value>;
}
