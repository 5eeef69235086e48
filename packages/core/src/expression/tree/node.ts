/** Mutual recursion: a tree reads computed columns, which are checked expressions with trees of their own. */

import type { Span } from "../../diagnostics/index.ts";
import type { Value } from "../../values/index.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { CalledFunction, Conversion, FunctionEvaluator, OperatorRule } from "./rules.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";

/**
 * The typed tree that is evaluated, scanned by columns or compiled to SQL. Every name is resolved, every conversion
 * stands as a node, and left-nested `binary` nodes may be thousands deep: walk them with `unwind`.
 */
export type Node =
  | ConstantNode
  | ColumnNode
  | ComputedKeyNode
  | FormulaNode
  | ParameterNode
  | LetNode
  | LocalNode
  | DereferenceNode
  | ListDereferenceNode
  | BinaryNode
  | SignNode
  | LogicNode
  | ConditionalNode
  | TryNode
  | ListNode
  | CallNode
  | ConvertNode
  | SelectNode
  | ExtremeRowNode
  | OrderByNode;

interface TypedNode extends Span {
  readonly type: Type;
}

export interface ConstantNode extends TypedNode {
  readonly op: "constant";
  readonly value: Value;
  /** The text of a quoted literal, which takes the type its context wants. */
  readonly literal?: string;
}

/**
 * Rows in view are numbered by their depth: 0 is the current row, each scan adds one.
 * -1 is the row before the change.
 */
export type RowSlot = number;

/** The slot of the row as it was before a change: `[_THISROW_BEFORE]`. */
export const BEFORE: RowSlot = -1;

/** The value of a stored column on the row in `slot`; `index` is its position within the row. */
export interface ColumnNode extends TypedNode {
  readonly op: "column";
  readonly slot: RowSlot;
  readonly index: number;
  readonly name: string;
}

/** What stands for the row in `slot`: the parts of a composite key joined by ": ", or an item of a list itself. */
export interface ComputedKeyNode extends TypedNode {
  readonly op: "computed-key";
  readonly slot: RowSlot;
  readonly table: TableScope;
}

/** Another checked expression about the row in `slot`: a virtual column, the filter of a slice. */
export interface FormulaNode extends TypedNode {
  readonly op: "formula";
  readonly slot: RowSlot;
  readonly formula: CheckedExpression;
}

/** `[_PARAM].[name]`, a value bound by the call, or `[_THISUSER].[name]`, a setting of the caller. */
export interface ParameterNode extends TypedNode {
  readonly op: "parameter";
  readonly from: "parameters" | "settings";
  readonly name: string;
  /** Whether a list is expected; the type is then one of a List. */
  readonly isList?: true;
}

/** `field` is read on the row that `ref` names, or on the object that it is; the row is in `slot`. */
export interface DereferenceNode extends TypedNode {
  readonly op: "dereference";
  readonly ref: Node;
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly field: Node;
}

/**
 * The values of `field` on the rows that `refs` name, in their order; those without a row are left out. The items of other lists
 * are rows themselves.
 */
export interface ListDereferenceNode extends TypedNode {
  readonly op: "list-dereference";
  readonly refs: Node;
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
  readonly field: Node;
  readonly distinct: boolean;
}

/** The value that an operator computes of two values. Both operands have the families of its rule. */
export interface BinaryNode extends TypedNode {
  readonly op: "binary";
  readonly rule: OperatorRule;
  readonly left: Node;
  readonly right: Node;
}

interface SignNode extends TypedNode {
  readonly op: "negate";
  readonly operand: Node;
}

/** AND or OR of two or more conditions, which are computed from left to right until one decides. */
export interface LogicNode extends TypedNode {
  readonly op: "and" | "or";
  readonly conditions: readonly Node[];
}

/** The value of the first branch whose condition is TRUE, else `otherwise`. */
export interface ConditionalNode extends TypedNode {
  readonly op: "conditional";
  readonly branches: readonly Branch[];
  readonly otherwise: Node;
}

interface Branch {
  readonly condition: Node;
  readonly value: Node;
}

/** `value`, or `otherwise` where that is blank or ends in an error other than a limit: TRY. */
export interface TryNode extends TypedNode {
  readonly op: "try";
  readonly value: Node;
  readonly otherwise: Node;
}

/** `body`, in which `value`, found once and first, is the value wherever the local is read: SWITCH. */
export interface LetNode extends TypedNode {
  readonly op: "let";
  /** Counts the locals in view from the outside, so that it distinguishes this one from those around it. */
  readonly local: number;
  readonly value: Node;
  readonly body: Node;
}

/** Reads the value of a `let` around this node. */
interface LocalNode extends TypedNode {
  readonly op: "local";
  readonly local: number;
}

export interface ListNode extends TypedNode {
  readonly op: "list";
  readonly items: readonly Node[];
}

/** The value that a function computes of its arguments. */
export interface CallNode extends TypedNode {
  readonly op: "call";
  readonly definition: CalledFunction;
  /** The definition's evaluator for these argument types. */
  readonly evaluator: FunctionEvaluator;
  /** One per parameter; undefined for an omitted optional one, an array for the repeated ones. */
  readonly arguments: readonly CallArgument[];
}

export type CallArgument = Node | readonly Node[] | undefined;

/** Whether an argument holds the values of a parameter that repeats. */
export function isRepeated(argument: CallArgument): argument is readonly Node[] {
  return Array.isArray(argument);
}

/** The value of an operand in another type. */
export interface ConvertNode extends TypedNode {
  readonly op: "convert";
  readonly operand: Node;
  readonly conversion: Conversion;
}

/** The values of `field` over the rows of a table for which `condition` is TRUE. */
export interface SelectNode extends TypedNode {
  readonly op: "select";
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
  readonly field: Node;
  readonly distinct: boolean;
  /** Only the first value, not a list: LOOKUP. */
  readonly first: boolean;
}

/**
 * `field` of the row with the greatest or the least `by`; the first in table order among equals. Rows where `by` is
 * blank do not count.
 */
export interface ExtremeRowNode extends TypedNode {
  readonly op: "extreme-row";
  /** The list whose rows are looked at, in place of all rows of the table. */
  readonly refs?: Node;
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
  readonly by: Node;
  readonly greatest: boolean;
  readonly field: Node;
}

/** The rows of a list of Refs or objects sorted by keys read on each; rows that do not exist go last, in their order. */
export interface OrderByNode extends TypedNode {
  readonly op: "order-by";
  readonly rows: Node;
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly keys: readonly OrderKey[];
  /** At most so many of the sorted rows: TOP(ORDERBY(…), n). */
  readonly limit: Node | undefined;
}

export interface OrderKey {
  readonly by: Node;
  readonly descending: boolean;
}

/** A value at a place of the source. */
export function constant(value: Value, type: Type, { start, end }: Span): ConstantNode {
  return { op: "constant", value, type, start, end };
}

/** A node as a value of another type. */
export function converted(operand: Node, conversion: Conversion, type: Type): ConvertNode {
  const { start, end } = operand;
  return { op: "convert", operand, conversion, type, start, end };
}
