import { isGroup } from "../../../check/check-strict-call.ts";
import { EvaluationError } from "../../../runtime/evaluation-error.ts";
import { chargeLength } from "../charge-parts.ts";
import { compilePlain } from "../compile-row.ts";
import { matchingNumbers, NUMBERS } from "./matching-numbers.ts";
import type { Specialisation } from "./specialisation.ts";

/** `SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[Id]))`: no list is made of the numbers that an index finds. */
export const callOfNumbers: Specialisation = (node, innermost) => {
  if (node.op !== "call") return undefined;
  const { ofNumbers } = node.evaluator;
  const [list] = node.arguments;
  if (ofNumbers === undefined || list === undefined || isGroup(list)) return undefined;
  const read = matchingNumbers(list, innermost);
  if (read === undefined) return undefined;
  const plain = compilePlain(node, innermost);
  return (row, frame) => {
    const count = read(row, frame);
    if (count === undefined) return plain(row, frame);
    try {
      chargeLength(count, frame);
      return ofNumbers(NUMBERS, count);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
};
