import { anyNode } from "../../any-node.ts";
import { isGroup } from "../../check/check-strict-call.ts";
import { MAKES_ROWS } from "../../makes-rows.ts";
import type { CallArgument, CallNode, Node } from "../../node.ts";
import { type Type, valueFamilyOf } from "../../type.ts";

/** Whether a node may look at many rows, items or characters, and so is better evaluated in steps. */
export function isLong(node: Node): boolean {
  return anyNode(node, isLongAlone);
}

function isLongAlone(node: Node): boolean {
  if (node.op === "call") return isLongCall(node);
  return node.op !== "dereference" && MAKES_ROWS.has(node.op);
}

/** A function works through the texts and lists it is given. */
function isLongCall({ arguments: given }: CallNode): boolean {
  return given.some((one) => typesOf(one).some(hasManyParts));
}

function typesOf(argument: CallArgument): readonly Type[] {
  if (argument === undefined) return [];
  return isGroup(argument) ? argument.map(({ type }) => type) : [argument.type];
}

function hasManyParts(type: Type): boolean {
  return type.kind === "List" || valueFamilyOf(type) === "text";
}
