import type { Value } from "../../values/index.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import type { Operator } from "../syntax/ast.ts";
import type { ScalarKind, TypeFamily } from "./type.ts";

/** What the tree knows of a function that an expression calls. */
export interface CalledFunction {
  readonly name: string;
  /** Whether only the arguments decide the answer, so that a call of constants is computed in advance. */
  readonly isPure: boolean;
  /** Whether only the arguments decide the answer, though the evaluator may ask the request for its budget. */
  readonly isDetermined: boolean;
  /** Whether the answer may differ each time within one request. */
  readonly isVolatile: boolean;
  /** What it reads of the request that changes by itself between requests: the instant, or who calls. */
  readonly reads?: "clock" | "caller";
  /** Whether a blank in a required single argument gives blank without running the evaluator. */
  readonly skipsBlanks: boolean;
  /** How far from zero a whole number that it answers can be; any number where it does not say. */
  readonly largest?: number;
  /** Whether it makes a whole number of its argument, or of many whole numbers their sum: either may be too large. */
  readonly makesWhole?: "of its argument" | "of their sum";
  /** Whether it answers a text that may be longer than those it is given. */
  readonly growsText?: true;
  /** The positions of arguments that are checked where they are constants, and on which it may fail where they are not. */
  readonly failsOn?: readonly number[];
  /**
   * Set for a function of the program around; `isAsync` is false where only its signature is known. `isCached`: it is asked once for
   * the same arguments of a request.
   */
  readonly host?: { readonly isAsync: boolean; readonly isCached: boolean };
}

/** One value per parameter, then the request's context. */
export interface FunctionEvaluator {
  (...values: unknown[]): Value;
  /** The same answer with pauses, where finding it may take long: the request's context follows in any case. */
  readonly task?: (...values: unknown[]) => Task<Value>;
}

/** One meaning of an operator for one pair of families. */
export interface OperatorRule {
  readonly operator: Operator;
  readonly left: TypeFamily;
  readonly right: TypeFamily;
  readonly id: RuleId;
  readonly result: ScalarKind;
  /** Total over all values of the two families, blank included; throws `EvaluationError` where a result cannot be kept. */
  readonly evaluate: (left: Value, right: Value) => Value;
}

/** What a rule does, for those who do it in another way: SQL, closures for special shapes. */
export type RuleId =
  | "whole numbers"
  | "decimals"
  | "comparison"
  /** A comparison in which a blank right side is equal to everything. */
  | "legacy comparison"
  | "list"
  | "text"
  | TemporalId;

/** Arithmetic of dates and times: the family on the left, the operator, the family on the right. */
type TemporalId = `${TypeFamily} ${Operator} ${TypeFamily}`;

/** A step of the conversion table, total over the values of its source type; blank stays blank. */
export interface Conversion {
  readonly id: ConversionId;
  readonly convert: (value: Value, context: RequestContext) => Value;
}

/** What a conversion makes of what, for those who do it in another way, such as SQL. */
export type ConversionId =
  /** The values of both types are the same at run time. */
  | "same"
  /** A number without its fraction. */
  | "number to whole number"
  | "date to datetime"
  | "datetime to date"
  /** On the day that spreadsheets count from. */
  | "time to datetime"
  /** The text of a value of any type, in the caller's Locale. */
  | "to text"
  /** The text of a key, which is the same in every Locale. */
  | "key to text"
  | "text to date"
  | "text to datetime"
  | "text to time"
  | "text to duration"
  | "text to point"
  /** A text that holds a date, a time or both, as a date-time. */
  | "text to moment"
  | "yes/no to number"
  | "text to number"
  /** Stands for no number and becomes 0. */
  | "other to number"
  /** A value that the call binds, whose type is not known before. */
  | "any to other"
  /** The JSON of a value, and what is at the end of a path in JSON. */
  | "to json"
  | "json part"
  /** Each item of a list. */
  | "items";
