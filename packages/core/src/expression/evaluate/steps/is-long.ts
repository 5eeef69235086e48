import { isGroup } from "../../check/check-strict-call.ts";
import { rewrite } from "../../rewrite/rewrite.ts";
import { anyNodeOf } from "../../tree/any-node.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { makesRows } from "../../tree/makes-rows.ts";
import type { CallArgument, CallNode, Node } from "../../tree/node.ts";
import { type Type, valueFamilyOf } from "../../tree/type.ts";

/** Whether a node may look at many rows, items or characters, and so is better evaluated in steps. */
export function isLong(node: Node): boolean {
  return anyNodeOf(node, isLongAlone);
}

function isLongFormula(formula: CheckedExpression): boolean {
  const existing = answers.get(formula);
  if (existing !== undefined) return existing;
  const answer = isLong(rewrite(formula).root);
  answers.set(formula, answer);
  return answer;
}

const answers = new WeakMap<CheckedExpression, boolean>();

function isLongAlone(node: Node): boolean {
  if (node.op === "formula") return isLongFormula(node.formula);
  if (node.op === "call") return isLongCall(node);
  return node.op !== "dereference" && makesRows(node);
}

/** A function works through the texts and lists it is given. */
export function isLongCall({ arguments: given }: CallNode): boolean {
  return given.some((one) => typesOf(one).some(hasManyParts));
}

function typesOf(argument: CallArgument): readonly Type[] {
  if (argument === undefined) return [];
  return isGroup(argument) ? argument.map(({ type }) => type) : [argument.type];
}

function hasManyParts(type: Type): boolean {
  return type.kind === "List" || valueFamilyOf(type) === "text";
}
