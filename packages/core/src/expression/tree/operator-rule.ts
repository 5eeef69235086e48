import type { Value } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { ScalarKind, TypeFamily } from "./type.ts";

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
  | TemporalRuleId;

/** Arithmetic of dates and times: the family on the left, the operator, the family on the right. */
export type TemporalRuleId =
  | "date + number"
  | "number + date"
  | "date - number"
  | "datetime + number"
  | "number + datetime"
  | "datetime - number"
  | "date - date"
  | "datetime - datetime"
  | "date - datetime"
  | "datetime - date"
  | "time - time"
  | "datetime + duration"
  | "duration + datetime"
  | "datetime - duration"
  | "date + duration"
  | "duration + date"
  | "date - duration"
  | "time + duration"
  | "duration + time"
  | "time - duration"
  | "duration + duration"
  | "duration - duration"
  | "duration * number"
  | "number * duration";
