import type { Span } from "../../diagnostics/index.ts";

/**
 * The syntax tree. A run of operators of one precedence is one flat node, so that a chain of thousands is not deep.
 * Brackets leave no node: a child that binds more loosely than its parent was written in brackets.
 */
export type Expression =
  | NumberLiteral
  | TextLiteral
  | RawText
  | BooleanLiteral
  | ListLiteral
  | Call
  | TableColumn
  | ColumnReference
  | Dereference
  | Signed
  | Operation;

interface Node extends Span {
  readonly kind: string;
}

export interface NumberLiteral extends Node {
  readonly kind: "number";
  /** As written, digits and at most one point. */
  readonly text: string;
}

export interface TextLiteral extends Node {
  readonly kind: "text";
  /** The text meant, in normal form, doubled quotes made single. */
  readonly value: string;
}

/** Words without quotes where a value is possible: text, or a name as an argument. */
export interface RawText extends Node {
  readonly kind: "raw-text";
  readonly value: string;
}

export interface BooleanLiteral extends Node {
  readonly kind: "boolean";
  readonly value: boolean;
}

export interface ListLiteral extends Node {
  readonly kind: "list";
  readonly items: readonly Expression[];
}

export interface Call extends Node {
  readonly kind: "call";
  readonly name: string;
  /** The span of the name only. */
  readonly nameSpan: Span;
  readonly arguments: readonly Expression[];
  /** Written `@(_NAME)`. */
  readonly legacy: boolean;
}

/** `Order Details[Order ID]` */
export interface TableColumn extends Node {
  readonly kind: "table-column";
  readonly table: string;
  readonly tableSpan: Span;
  readonly column: string;
  readonly columnSpan: Span;
}

/** The name of a column where a value or a column is missing; no column has it. */
export const PLACEHOLDER = "\u0001";

/** `[Name]`, also `[_THISROW]` and its kin. */
export interface ColumnReference extends Node {
  readonly kind: "column";
  readonly name: string;
}

/** `target.[Column]` of a Ref, or `target[Column]` of a list of Refs. */
export interface Dereference extends Node {
  readonly kind: "dereference";
  readonly target: Expression;
  readonly column: string;
  readonly columnSpan: Span;
  readonly dotted: boolean;
}

export interface Signed extends Node {
  readonly kind: "signed";
  readonly sign: "-" | "+";
  readonly operand: Expression;
}

/** `operands[0] operators[0] operands[1] …`, all of one precedence, read from the left. */
export interface Operation extends Node {
  readonly kind: "operation";
  readonly operands: readonly Expression[];
  readonly operators: readonly Operator[];
}

/**
 * The operators, the likeliest first, and how tightly each binds; a sign binds between 4 and 6. The lexer, the parser and
 * completion read this table.
 */
export const PRECEDENCE = {
  "=": 1,
  "<>": 1,
  ">": 1,
  "<": 1,
  ">=": 1,
  "<=": 1,
  "+": 3,
  "-": 3,
  "*": 4,
  "/": 4,
  "%": 4,
  "^": 6,
  "&": 2,
} as const satisfies Readonly<Record<string, number>>;

/** A binary operator as it is written. */
export type Operator = keyof typeof PRECEDENCE;

export const OPERATORS = Object.keys(PRECEDENCE) as readonly Operator[];

export const SIGN_PRECEDENCE = 5;

/** A part and all parts below it, each before those below it; what is below a part only if `goesBelow` holds for it. */
export function* partsWithin(
  whole: Expression,
  goesBelow: (part: Expression) => boolean = () => true,
): Generator<Expression, void> {
  const waiting = [whole];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    yield part;
    if (goesBelow(part)) for (const inner of partsOf(part)) waiting.push(inner);
  }
}

/** The parts directly below a part, from left to right. */
export function partsOf(part: Expression): readonly Expression[] {
  switch (part.kind) {
    case "call":
      return part.arguments;
    case "list":
      return part.items;
    case "operation":
      return part.operands;
    case "signed":
      return [part.operand];
    case "dereference":
      return [part.target];
    case "number":
    case "text":
    case "raw-text":
    case "boolean":
    case "column":
    case "table-column":
      return [];
  }
}
