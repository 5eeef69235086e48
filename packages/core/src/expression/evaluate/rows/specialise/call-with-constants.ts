import { isGroup } from "../../../check/check-strict-call.ts";
import { isLongCall } from "../../steps/is-long.ts";
import { chargeParts, hasManyParts } from "../charge-parts.ts";
import { compileRow } from "../compile-row.ts";
import type { Specialisation } from "./specialisation.ts";

/** A call such as `LEFT([Name], 3)`: constants behind the first argument are handed over without being evaluated. */
export const callWithConstants: Specialisation = (node, innermost) => {
  if (node.op !== "call" || !node.definition.isPure || node.type.kind === "Number") return undefined;
  const [first, ...others] = node.arguments;
  if (first === undefined || isGroup(first) || others.length === 0 || others.length > 2) return undefined;
  const constants: unknown[] = [];
  for (const argument of others) {
    if (argument === undefined) constants.push(undefined);
    else if (isGroup(argument) || argument.op !== "constant") return undefined;
    else constants.push(argument.value);
  }
  const skips = node.definition.skipsBlanks;
  if (skips && constants.includes(null)) return undefined;
  const [second, third] = constants;
  const { evaluator } = node;
  const operand = compileRow(first, innermost);
  const takesParts = isLongCall(node);
  const isConstantLong = constants.some(hasManyParts);
  if (others.length === 1) {
    return (row, frame) => {
      const value = operand(row, frame);
      if (skips && value === null) return null;
      if (takesParts) chargeParts(value, frame);
      if (isConstantLong) chargeParts(second, frame);
      return evaluator(value, second);
    };
  }
  return (row, frame) => {
    const value = operand(row, frame);
    if (skips && value === null) return null;
    if (takesParts) chargeParts(value, frame);
    if (isConstantLong) for (const constant of constants) chargeParts(constant, frame);
    return evaluator(value, second, third);
  };
};
