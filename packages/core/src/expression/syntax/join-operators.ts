import type { Span } from "../../diagnostics/index.ts";
import { type Expression, type Operator, PRECEDENCE, type Signed } from "./ast.ts";

/** A value with the signs written before it; the span is the value's with the brackets around it. */
export interface Term extends Span {
  readonly signs: readonly ({ readonly sign: Signed["sign"] } & Span)[];
  readonly value: Expression;
}

/** A part of the tree as it was written: brackets around it count. */
interface Part extends Span {
  readonly node: Expression;
}

/**
 * Joins a flat run of terms and operators by precedence, without recursion: operators of one precedence in a row
 * become one node. A sign stands outside a power and inside everything else: `-2 ^ 2` is `-(2 ^ 2)`. The span of an
 * operation reaches over the brackets around it and around its operands.
 */
export function joinOperators(terms: readonly Term[], operators: readonly Operator[]): Expression {
  const [first, second] = terms as [Term, Term];
  const [only] = operators;
  if (only === undefined) return sign(first.signs, partOf(first)).node;
  if (operators.length === 1 && only !== "^") {
    const operands = [sign(first.signs, partOf(first)), sign(second.signs, partOf(second))];
    return operation(operands, operators).node;
  }
  let run = joinPowers(terms, operators);
  for (let precedence = PRECEDENCE["*"]; run.operators.length > 0; precedence--)
    run = joinLevel(run, precedence);
  return (run.operands[0] as Part).node;
}

interface Run {
  readonly operands: readonly Part[];
  readonly operators: readonly Operator[];
}

/** Powers bind from the right. */
function joinPowers(terms: readonly Term[], operators: readonly Operator[]): Run {
  const operands: Part[] = [];
  const others: Operator[] = [];
  let exponent: Part | undefined;
  for (let index = terms.length - 1; index >= 0; index--) {
    const term = terms[index] as Term;
    const value = partOf(term);
    const joined = sign(term.signs, exponent === undefined ? value : operation([value, exponent], ["^"]));
    const before = operators[index - 1];
    exponent = before === "^" ? joined : undefined;
    if (before === "^") continue;
    operands.push(joined);
    if (before !== undefined) others.push(before);
  }
  return { operands: operands.reverse(), operators: others.reverse() };
}

function joinLevel(run: Run, precedence: number): Run {
  const joined: Part[] = [];
  const others: Operator[] = [];
  let operands = [run.operands[0] as Part];
  let operators: Operator[] = [];
  for (const [index, operator] of run.operators.entries()) {
    const next = run.operands[index + 1] as Part;
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

function operation(parts: readonly Part[], operators: readonly Operator[]): Part {
  const first = parts[0] as Part;
  if (operators.length === 0) return first;
  const { start } = first;
  const { end } = parts.at(-1) as Part;
  const operands = parts.map(({ node }) => node);
  return { node: { kind: "operation", operands, operators, start, end }, start, end };
}

function partOf({ value, start, end }: Term): Part {
  return { node: value, start, end };
}

function sign(signs: Term["signs"], part: Part): Part {
  return signs.reduceRight<Part>(
    ({ node: operand, end }, { sign, start }) => ({
      node: { kind: "signed", sign, operand, start, end },
      start,
      end,
    }),
    part,
  );
}
