import type { Value } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { ScalarKind, TypeFamily } from "./type.ts";

/** One meaning of an operator for one pair of families. */
export interface OperatorRule {
  readonly operator: Operator;
  readonly left: TypeFamily;
  readonly right: TypeFamily;
  /** Distinguishes rules of one operator and families, such as whole numbers from decimals. */
  readonly name: string;
  readonly result: ScalarKind;
  /** Total over all values of the two families, blank included; throws `RunFault` where a result cannot be kept. */
  readonly evaluate: (left: Value, right: Value) => Value;
}
