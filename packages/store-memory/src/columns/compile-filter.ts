import {
  type BoundedComparison,
  type ConditionalNode,
  isBounded,
  isCallOf,
  isRepeated,
  type LogicNode,
  mergeBounds,
  type Node,
  operandAndConstant,
  ownColumn,
  type RowSlot,
} from "@tablewright/core/compiler";
import type { Filter } from "./column-run.ts";
import { compileComputation, isArithmetic } from "./compile-computation.ts";
import {
  filterWithin,
  keepAll,
  keepByBranch,
  keepColumnWithin,
  keepFlagged,
  keepNone,
  keepWhereAll,
  keepWhereAny,
  keepWhereNot,
} from "./filters.ts";
import { filterByRow, keepByText, oneTextColumn } from "./row-by-row.ts";

/** The kernel of a Yes/No node over the rows in `slot`. What no kernel knows is evaluated row by row. */
export function compileFilter(node: Node, slot: RowSlot): Filter {
  const text = oneTextColumn(node, slot);
  if (text !== undefined) return keepByText(node, slot, text);
  switch (node.op) {
    case "constant":
      return node.value === true ? keepAll : keepNone;
    case "column":
      return node.slot === slot ? keepFlagged(node.index) : filterByRow(node, slot);
    case "and":
      return compileAll(node, slot);
    case "or":
      return keepWhereAny(node.conditions.map((condition) => compileFilter(condition, slot)));
    case "conditional":
      return compileBranches(node, slot);
    case "binary":
      return (isBounded(node) ? compileWithin(node, slot) : undefined) ?? filterByRow(node, slot);
    case "call":
      return compileNot(node, slot);
    default:
      return filterByRow(node, slot);
  }
}

function compileAll({ conditions }: LogicNode, slot: RowSlot): Filter {
  const filters = mergeBounds(conditions, slot).map((part) =>
    "node" in part ? compileFilter(part.node, slot) : keepColumnWithin(part.index, part.bounds),
  );
  return keepWhereAll(filters);
}

function compileBranches(node: ConditionalNode, slot: RowSlot): Filter {
  const branches = node.branches.map(({ condition, value }) => ({
    condition: compileFilter(condition, slot),
    value: compileFilter(value, slot),
  }));
  return keepByBranch(branches, compileFilter(node.otherwise, slot));
}

function compileWithin(node: BoundedComparison, slot: RowSlot): Filter | undefined {
  const [operand] = operandAndConstant(node);
  const index = ownColumn(operand, slot);
  if (index !== undefined) return keepColumnWithin(index, node.bounds);
  if (operand.op !== "binary" || !isArithmetic(operand)) return undefined;
  return filterWithin(compileComputation(operand, slot), node.bounds);
}

function compileNot(node: Node, slot: RowSlot): Filter {
  if (!isCallOf(node, "NOT")) return filterByRow(node, slot);
  const [condition] = node.arguments;
  if (condition === undefined || isRepeated(condition)) return filterByRow(node, slot);
  return keepWhereNot(compileFilter(condition, slot));
}
