import { mergeBounds } from "../../rewrite/merge-bounds.ts";
import type { ConditionalNode, LogicNode, RowSlot } from "../../tree/node.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator } from "./frame.ts";
import { boundedColumn } from "./specialise/compare-with-bounds.ts";

/** AND stops at the first condition that is not TRUE, OR at the first that is. */
export function compileLogic(node: LogicNode, innermost: RowSlot): Evaluator {
  if (node.op === "or") return anyOf(node.conditions.map((condition) => compileRow(condition, innermost)));
  const conditions = mergeBounds(node.conditions, innermost).map((part) =>
    "node" in part ? compileRow(part.node, innermost) : boundedColumn(part.index, part.bounds),
  );
  return allOf(conditions);
}

/** Up to five conditions stand in one closure; more become a closure of closures. */
function allOf(conditions: readonly Evaluator[]): Evaluator {
  const [first, second, third, fourth, fifth] = conditions as [
    Evaluator,
    Evaluator,
    Evaluator,
    Evaluator,
    Evaluator,
  ];
  switch (conditions.length) {
    case 1:
      return (row, frame) => first(row, frame) === true;
    case 2:
      return (row, frame) => first(row, frame) === true && second(row, frame) === true;
    case 3:
      return (row, frame) =>
        first(row, frame) === true && second(row, frame) === true && third(row, frame) === true;
    case 4:
      return (row, frame) =>
        first(row, frame) === true &&
        second(row, frame) === true &&
        third(row, frame) === true &&
        fourth(row, frame) === true;
    case 5:
      return (row, frame) =>
        first(row, frame) === true &&
        second(row, frame) === true &&
        third(row, frame) === true &&
        fourth(row, frame) === true &&
        fifth(row, frame) === true;
  }
  return (row, frame) => {
    for (const condition of conditions) {
      if (condition(row, frame) !== true) return false;
    }
    return true;
  };
}

function anyOf(conditions: readonly Evaluator[]): Evaluator {
  const [first, second, third, fourth, fifth] = conditions as [
    Evaluator,
    Evaluator,
    Evaluator,
    Evaluator,
    Evaluator,
  ];
  switch (conditions.length) {
    case 2:
      return (row, frame) => first(row, frame) === true || second(row, frame) === true;
    case 3:
      return (row, frame) =>
        first(row, frame) === true || second(row, frame) === true || third(row, frame) === true;
    case 4:
      return (row, frame) =>
        first(row, frame) === true ||
        second(row, frame) === true ||
        third(row, frame) === true ||
        fourth(row, frame) === true;
    case 5:
      return (row, frame) =>
        first(row, frame) === true ||
        second(row, frame) === true ||
        third(row, frame) === true ||
        fourth(row, frame) === true ||
        fifth(row, frame) === true;
  }
  return (row, frame) => {
    for (const condition of conditions) {
      if (condition(row, frame) === true) return true;
    }
    return false;
  };
}

/** A chain of IFs is one closure as far as three branches. */
export function compileConditional(node: ConditionalNode, innermost: RowSlot): Evaluator {
  const { branches, otherwise } = node;
  let evaluate = compileRow(otherwise, innermost);
  for (let end = branches.length; end > 0; end -= 3) {
    const part = branches.slice(Math.max(0, end - 3), end);
    evaluate = firstOf(
      part.map(({ condition }) => compileRow(condition, innermost)),
      part.map(({ value }) => compileRow(value, innermost)),
      evaluate,
    );
  }
  return evaluate;
}

function firstOf(
  conditions: readonly Evaluator[],
  values: readonly Evaluator[],
  otherwise: Evaluator,
): Evaluator {
  const [first, second, third] = conditions as [Evaluator, Evaluator, Evaluator];
  const [firstValue, secondValue, thirdValue] = values as [Evaluator, Evaluator, Evaluator];
  switch (conditions.length) {
    case 1:
      return (row, frame) => (first(row, frame) === true ? firstValue(row, frame) : otherwise(row, frame));
    case 2:
      return (row, frame) => {
        if (first(row, frame) === true) return firstValue(row, frame);
        return second(row, frame) === true ? secondValue(row, frame) : otherwise(row, frame);
      };
    default:
      return (row, frame) => {
        if (first(row, frame) === true) return firstValue(row, frame);
        if (second(row, frame) === true) return secondValue(row, frame);
        return third(row, frame) === true ? thirdValue(row, frame) : otherwise(row, frame);
      };
  }
}
