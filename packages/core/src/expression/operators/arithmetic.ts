import { finiteOrBlank, scaleOf } from "../../values/index.ts";
import type { Operator } from "../ast.ts";
import { keepWhole } from "../keep-whole.ts";
import type { OperatorRule } from "./operator-rule.ts";

type Compute = (left: number, right: number) => number;

/** Blank counts as 0 beside a number; two blanks are blank. */
function overNumbers(compute: Compute): OperatorRule["evaluate"] {
  return (left, right) => {
    if (left === null && right === null) return null;
    return finiteOrBlank(compute((left ?? 0) as number, (right ?? 0) as number));
  };
}

function whole(compute: Compute): Compute {
  return (left, right) => keepWhole(compute(left, right));
}

/** The remainder of the exact decimals, with the sign of the dividend; of 0 it is blank. */
export function remainder(left: number, right: number): number {
  const scale = Math.max(scaleOf(left), scaleOf(right));
  const factor = 10 ** scale;
  const units = Math.round(left * factor);
  const divisor = Math.round(right * factor);
  if (Number.isSafeInteger(units) && Number.isSafeInteger(divisor)) return (units % divisor) / factor + 0;
  return remainderOfLong(left, right, scale);
}

function remainderOfLong(left: number, right: number, scale: number): number {
  if (Math.abs(left) >= LONGEST_FIXED || Math.abs(right) >= LONGEST_FIXED) return (left % right) + 0;
  const [units, divisor] = [left, right].map((x) => BigInt(x.toFixed(scale).replace(".", ""))) as [
    bigint,
    bigint,
  ];
  return divisor === 0n ? Number.NaN : Number(`${units % divisor}e-${scale}`);
}

/** From here on \`toFixed\` no longer writes every digit. */
const LONGEST_FIXED = 1e21;

export const power: OperatorRule["evaluate"] = overNumbers((base, exponent) => base ** exponent);

function rule(operator: Operator, isWhole: boolean, evaluate: OperatorRule["evaluate"]): OperatorRule {
  const result = isWhole ? "Number" : "Decimal";
  return { operator, left: "number", right: "number", name: `${operator} ${result}`, result, evaluate };
}

/** Whole numbers give whole numbers; their division truncates toward zero. */
export const wholeArithmetic: readonly OperatorRule[] = [
  rule("+", true, overNumbers(whole((left, right) => left + right))),
  rule("-", true, overNumbers(whole((left, right) => left - right))),
  rule("*", true, overNumbers(whole((left, right) => left * right))),
  rule(
    "/",
    true,
    overNumbers((left, right) => Math.trunc(left / right) + 0),
  ),
  rule(
    "%",
    true,
    overNumbers((left, right) => (left % right) + 0),
  ),
];

/** `+`, `-` and `*` are rounded by the evaluators at the node's scale, which keeps them the exact decimals. */
export const decimalArithmetic: readonly OperatorRule[] = [
  rule(
    "+",
    false,
    overNumbers((left, right) => left + right),
  ),
  rule(
    "-",
    false,
    overNumbers((left, right) => left - right),
  ),
  rule(
    "*",
    false,
    overNumbers((left, right) => left * right),
  ),
  rule(
    "/",
    false,
    overNumbers((left, right) => left / right),
  ),
  rule("%", false, overNumbers(remainder)),
  rule("^", false, power),
];
