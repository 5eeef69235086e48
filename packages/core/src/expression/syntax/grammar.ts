import { EmbeddedActionsParser, type IOrAlt, type IToken, type ParserMethod } from "chevrotain";
import type { Span } from "../../diagnostics/index.ts";
import {
  type Call,
  type Dereference,
  type Expression,
  type Operator,
  PRECEDENCE,
  type Signed,
} from "./ast.ts";
import { endOf, spanOf } from "./check-tokens.ts";
import * as token from "./tokens.ts";

/**
 * The grammar over tokens without errors (`checkTokens`). All operators are one flat rule, joined by precedence
 * afterwards. Actions only build nodes: Chevrotain also runs every rule once with dummy tokens.
 */
export class ExpressionGrammar extends EmbeddedActionsParser {
  readonly expression: ParserMethod<[], Expression>;

  constructor() {
    super(token.tokenTypes, { recoveryEnabled: false, maxLookahead: 1 });

    const operation = this.RULE("operation", (): Expression => {
      const terms: Term[] = [this.SUBRULE(term)];
      const operators: Operator[] = [];
      this.MANY(() => {
        operators.push(this.CONSUME(token.OperatorToken).image as Operator);
        terms.push(this.SUBRULE2(term));
      });
      return this.ACTION(() => joinOperators(terms, operators));
    });

    const term = this.RULE("term", (): Term => {
      const signs: IToken[] = [];
      this.MANY(() => {
        signs.push(this.CONSUME(token.Sign));
      });
      const first = this.LA(1);
      const node = this.SUBRULE(value);
      const last = this.LA(0);
      return this.ACTION(() => ({
        node,
        signs: signs.length === 0 ? NO_SIGNS : signs.map(signOf),
        start: first.startOffset,
        end: endOf(last),
      }));
    });

    const value = this.RULE("value", (): Expression => {
      const first = this.LA(1);
      let node: Expression = this.OR(values);
      this.MANY(() => {
        const dot = this.OPTION(() => this.CONSUME(token.Dot));
        const column = this.CONSUME2(token.ColumnToken);
        node = this.ACTION(() => dereference(node, first, column, dot !== undefined));
      });
      return node;
    });

    // Made once: making a list of closures for each value takes longer than parsing it.
    const values: IOrAlt<Expression>[] = [
      { ALT: () => leaf(this.CONSUME(token.NumberToken), number) },
      { ALT: () => leaf(this.CONSUME(token.TextToken), text) },
      { ALT: () => leaf(this.CONSUME(token.BooleanToken), boolean) },
      { ALT: () => leaf(this.CONSUME(token.RawTextToken), rawText) },
      { ALT: () => leaf(this.CONSUME(token.ColumnToken), columnReference) },
      { ALT: () => leaf(this.CONSUME(token.LegacyCall), legacyCall) },
      { ALT: () => this.SUBRULE(tableColumn) },
      { ALT: () => this.SUBRULE(call) },
      { ALT: () => this.SUBRULE(list) },
      { ALT: () => this.SUBRULE(parenthesised) },
    ];

    const tableColumn = this.RULE("tableColumn", (): Expression => {
      const table = this.CONSUME(token.TableName);
      const column = this.CONSUME(token.ColumnToken);
      return this.ACTION(() => ({
        kind: "table-column",
        table: table.image,
        tableSpan: spanOf(table),
        column: nameIn(column.image),
        columnSpan: spanOf(column),
        start: table.startOffset,
        end: endOf(column),
      }));
    });

    const call = this.RULE("call", (): Call => {
      const name = this.CONSUME(token.FunctionName);
      this.CONSUME(token.LeftParenthesis);
      const values: Expression[] = [];
      this.MANY_SEP({ SEP: token.Comma, DEF: () => values.push(this.SUBRULE(operation)) });
      const closing = this.CONSUME(token.RightParenthesis);
      return this.ACTION(() => ({
        kind: "call",
        name: name.image,
        nameSpan: spanOf(name),
        arguments: values,
        legacy: false,
        start: name.startOffset,
        end: endOf(closing),
      }));
    });

    const list = this.RULE("list", (): Expression => {
      const opening = this.CONSUME(token.LeftBrace);
      const items: Expression[] = [];
      this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => items.push(this.SUBRULE(operation)) });
      const closing = this.CONSUME(token.RightBrace);
      return this.ACTION(() => ({ kind: "list", items, start: opening.startOffset, end: endOf(closing) }));
    });

    const parenthesised = this.RULE("parenthesised", (): Expression => {
      const opening = this.CONSUME(token.LeftParenthesis);
      const inner = this.SUBRULE(operation);
      const closing = this.CONSUME(token.RightParenthesis);
      return this.ACTION(() => inBrackets(inner, opening, closing));
    });

    this.expression = this.RULE("expression", (): Expression => {
      this.OPTION(() => this.CONSUME(token.LeadingEquals));
      return this.SUBRULE(operation);
    });

    this.performSelfAnalysis();
  }
}

function leaf(found: IToken, build: (span: Span, image: string) => Expression): Expression {
  return build(spanOf(found), found.image);
}

function number({ start, end }: Span, text: string): Expression {
  return { kind: "number", text, start, end };
}

function text({ start, end }: Span, image: string): Expression {
  const quote = image.charAt(0);
  const value = image.slice(1, -1).replaceAll(quote + quote, quote);
  return { kind: "text", value, start, end };
}

function boolean({ start, end }: Span, image: string): Expression {
  return { kind: "boolean", value: image.toUpperCase() === "TRUE", start, end };
}

function rawText({ start, end }: Span, image: string): Expression {
  return { kind: "raw-text", value: image, start, end };
}

function columnReference({ start, end }: Span, image: string): Expression {
  return { kind: "column", name: nameIn(image), start, end };
}

function legacyCall(span: Span, image: string): Expression {
  const name = image.slice(image.indexOf("_") + 1, -1).trimEnd();
  return { kind: "call", name, nameSpan: span, arguments: [], legacy: true, ...span };
}

/** The name within `[ ]`. */
function nameIn(image: string): string {
  return image.slice(1, -1).trim();
}

const NO_SIGNS: Term["signs"] = [];

function signOf(found: IToken): Term["signs"][number] {
  return { sign: found.image as Signed["sign"], ...spanOf(found) };
}

/** The brackets around an operation belong to it; a value is pointed at without those around it. */
function inBrackets(inner: Expression, opening: IToken, closing: IToken): Expression {
  if (inner.kind !== "operation" && inner.kind !== "signed") return inner;
  return { ...inner, start: opening.startOffset, end: endOf(closing) };
}

function dereference(target: Expression, first: IToken, column: IToken, dotted: boolean): Dereference {
  return {
    kind: "dereference",
    target,
    column: nameIn(column.image),
    columnSpan: spanOf(column),
    dotted,
    start: first.startOffset,
    end: endOf(column),
  };
}

/** A part of the tree as it was written: brackets around it count. */
interface Part extends Span {
  readonly node: Expression;
}

/** A value with the signs written before it; the span is the value's with the brackets around it. */
interface Term extends Part {
  readonly signs: readonly ({ readonly sign: Signed["sign"] } & Span)[];
}

/**
 * Joins a flat run of terms and operators by precedence: operators of one precedence in a row become one node. A sign
 * binds outside a power and inside everything else: `-2 ^ 2` is `-(2 ^ 2)`. The span of an operation reaches over the
 * brackets around it and around its operands.
 */
function joinOperators(terms: readonly Term[], operators: readonly Operator[]): Expression {
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
