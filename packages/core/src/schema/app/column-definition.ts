import { type CheckedExpression, children, type Type } from "../../expression/parts.ts";
import type { ColumnOptions, ColumnType } from "../column-types/column-type.ts";

/** A column is a cell of the rows of its table, or computed by its formula whenever it is read. */
export type ColumnDefinition = StoredColumnDefinition | VirtualColumnDefinition;

export interface StoredColumnDefinition extends ColumnMembers {
  readonly isVirtual: false;
  /** Position within a row of its table. */
  readonly index: number;
}

export interface VirtualColumnDefinition extends ColumnMembers {
  readonly isVirtual: true;
  /** The table whose Refs it lists, of a column that the application added; undefined for one that the definition declares. */
  readonly addedFor: string | undefined;
}

interface ColumnMembers {
  readonly name: string;
  /** Over its base already: a Ref reads keys of the table it points at, an Enum of Number reads numbers. */
  readonly columnType: ColumnType;
  readonly options: ColumnOptions;
  /** The type its values have in expressions. */
  readonly type: Type;
  readonly required: boolean;
  readonly initialValue: CheckedExpression | undefined;
  /** Of a stored column, computed when a row is written. */
  readonly formula: CheckedExpression | undefined;
  readonly requiredIf: CheckedExpression | undefined;
  /** Gives Yes/No, or a list that the value must be in: for a column of lists, all of its items. */
  readonly validIf: CheckedExpression | undefined;
  readonly invalidMessage: CheckedExpression | undefined;
  /** A caller may read the cells of the rows for which it is TRUE; undefined is all cells. */
  readonly readIf: CheckedExpression | undefined;
  /** A caller may write the cells of the rows for which all of them are TRUE. */
  readonly writeIf: readonly CheckedExpression[];
  /** Kept for forms; calls of the API do not look at these three, but where `writeIf` has the first. */
  readonly editableIf: CheckedExpression | undefined;
  readonly showIf: CheckedExpression | undefined;
  readonly resetIf: CheckedExpression | undefined;
}

/** Whether a new row that brings no value gets one all the same. */
export function fillsItself({
  initialValue,
  options,
}: Pick<ColumnDefinition, "initialValue" | "options">): boolean {
  return initialValue !== undefined || options.autoNumber;
}

type Node = CheckedExpression["root"];

/**
 * The stored columns of the current row that an expression reads, also by way of virtual columns. The row before the
 * change does not count: it is there whatever is computed.
 */
export function columnsRead(expression: CheckedExpression): ReadonlySet<string> {
  const names = new Set<string>();
  const entered = new Set<CheckedExpression>();
  const waiting: Node[] = [expression.root]; // not recursive: chains of operators are thousands of nodes deep
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "column" && node.slot === 0) names.add(node.name);
    if (node.op === "formula" && node.slot === 0 && !entered.has(node.formula)) {
      entered.add(node.formula);
      waiting.push(node.formula.root);
    }
    for (const child of children(node)) waiting.push(child);
  }
  return names;
}
