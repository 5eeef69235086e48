import type { Span } from "../../diagnostics/index.ts";
import { type Expression, type Operator, PRECEDENCE, type Signed } from "./ast.ts";

/** A value with the signs written before it. */
export interface Term {
  readonly signs: readonly ({ readonly sign: Signed["sign"] } & Span)[];
  readonly value: Expression;
}

/**
 * Joins a flat run of terms and operators by precedence, without recursion: operators of one precedence in a row
 * become one node. A sign stands outside a power and inside everything else: `-2 ^ 2` is `-(2 ^ 2)`.
 */
export function joinOperators(terms: readonly Term[], operators: readonly Operator[]): Expression {
  const [first, second] = terms as [Term, Term];
  const [only] = operators;
  if (only === undefined) return sign(first.signs, first.value);
  if (operators.length === 1 && only !== "^") {
    return operation([sign(first.signs, first.value), sign(second.signs, second.value)], operators);
  }
  let run = joinPowers(terms, operators);
  for (let precedence = PRECEDENCE["*"]; run.operators.length > 0; precedence--)
    run = joinLevel(run, precedence);
  return run.operands[0] as Expression;
}

interface Run {
  readonly operands: readonly Expression[];
  readonly operators: readonly Operator[];
}

/** Powers bind from the right. */
function joinPowers(terms: readonly Term[], operators: readonly Operator[]): Run {
  const operands: Expression[] = [];
  const others: Operator[] = [];
  let exponent: Expression | undefined;
  for (let index = terms.length - 1; index >= 0; index--) {
    const { signs, value } = terms[index] as Term;
    const joined = sign(signs, exponent === undefined ? value : operation([value, exponent], ["^"]));
    const before = operators[index - 1];
    exponent = before === "^" ? joined : undefined;
    if (before === "^") continue;
    operands.push(joined);
    if (before !== undefined) others.push(before);
  }
  return { operands: operands.reverse(), operators: others.reverse() };
}

function joinLevel(run: Run, precedence: number): Run {
  const joined: Expression[] = [];
  const others: Operator[] = [];
  let operands = [run.operands[0] as Expression];
  let operators: Operator[] = [];
  for (const [index, operator] of run.operators.entries()) {
    const next = run.operands[index + 1] as Expression;
    if (PRECEDENCE[operator] === precedence) {
      operands.push(next);
      operators.push(operator);
      continue;
    }
    joined.push(operation(operands, operators));
    others.push(operator);
    operands = [next];
    operators = [];
  }
  joined.push(operation(operands, operators));
  return { operands: joined, operators: others };
}

function operation(operands: readonly Expression[], operators: readonly Operator[]): Expression {
  const first = operands[0] as Expression;
  const last = operands.at(-1) as Expression;
  if (operators.length === 0) return first;
  return { kind: "operation", operands, operators, start: first.start, end: last.end };
}

function sign(signs: Term["signs"], value: Expression): Expression {
  return signs.reduceRight<Expression>(
    (operand, { sign, start }) => ({ kind: "signed", sign, operand, start, end: operand.end }),
    value,
  );
}
