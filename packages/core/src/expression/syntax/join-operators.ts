import type { Span } from "../../diagnostics/index.ts";
import { type Expression, type Operator, PRECEDENCE, type Signed } from "./ast.ts";

/** A part of the tree as it was written: brackets around it count. */
interface Part extends Span {
  readonly node: Expression;
}

/** A value with the signs written before it; the span is the value's with the brackets around it. */
export interface Term extends Part {
  readonly signs: readonly ({ readonly sign: Signed["sign"] } & Span)[];
}

/**
 * Joins a flat run of terms and operators by precedence: operators of one precedence in a row become one node. A sign
 * binds outside a power and inside everything else: `-2 ^ 2` is `-(2 ^ 2)`. The span of an operation reaches over the
 * brackets around it and around its operands.
 */
export function joinOperators(terms: readonly Term[], operators: readonly Operator[]): Expression {
  if (operators.length === 0) return sign(terms[0] as Term, terms[0] as Term).node;
  return joinFrom(LOOSEST, { terms, operators, at: 0 }).node;
}

interface Run {
  readonly terms: readonly Term[];
  readonly operators: readonly Operator[];
  /** Of the next term, and of the operator after it. */
  at: number;
}

const LOOSEST = PRECEDENCE["="];

/** What begins at the next term with operators that bind at least as tightly; no deeper than there are precedences. */
function joinFrom(least: number, run: Run): Part {
  const { operators } = run;
  let part = joinPowers(run);
  let precedence = precedenceOf(operators[run.at]);
  while (precedence >= least) {
    part = joinLevel(part, precedence, run);
    precedence = precedenceOf(operators[run.at]);
  }
  return part;
}

/** The part and all that follows it by operators of one precedence. */
function joinLevel(first: Part, precedence: number, run: Run): Part {
  const operands = [first.node];
  const operators: Operator[] = [];
  let { end } = first;
  for (
    let operator = run.operators[run.at];
    operator !== undefined && precedenceOf(operator) === precedence;
    operator = run.operators[run.at]
  ) {
    run.at += 1;
    const next = joinFrom(precedence + 1, run);
    operators.push(operator);
    operands.push(next.node);
    end = next.end;
  }
  return operation(operands, operators, first.start, end);
}

/** Looser than all where there is no operator. */
function precedenceOf(operator: Operator | undefined): number {
  return operator === undefined ? 0 : PRECEDENCE[operator];
}

/** A value with the powers it is raised to, from the left. Leaves the run at the operator after them. */
function joinPowers(run: Run): Part {
  const base = run.terms[run.at] as Term;
  const operands = [base.node];
  const operators: Operator[] = [];
  let { end } = base;
  while (run.operators[run.at] === "^") {
    run.at += 1;
    const exponent = run.terms[run.at] as Term;
    const signed = sign(exponent, exponent);
    operators.push("^");
    operands.push(signed.node);
    end = signed.end;
  }
  return sign(base, operators.length === 0 ? base : operation(operands, operators, base.start, end));
}

function operation(
  operands: readonly Expression[],
  operators: readonly Operator[],
  start: number,
  end: number,
): Part {
  return { node: { kind: "operation", operands, operators, start, end }, start, end };
}

/** A part with the signs of the term it begins with. */
function sign({ signs }: Term, part: Part): Part {
  let signed = part;
  for (let index = signs.length - 1; index >= 0; index--) {
    const { sign, start } = signs[index] as Term["signs"][number];
    const { node: operand, end } = signed;
    signed = { node: { kind: "signed", sign, operand, start, end }, start, end };
  }
  return signed;
}
