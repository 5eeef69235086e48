import { type Family, foldText, hashOf, type Value } from "../../../values/index.ts";
import { isIn } from "../../functions/list/is-in.ts";
import type { Node } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import type { Evaluator, FastShape } from "../frame.ts";
import { chargeParts } from "../values/call.ts";

/** `IN(value, list of constants)`: the list becomes a set once. */
export const isInConstants: FastShape = (node, _, compile) => {
  if (node.op !== "call" || node.definition !== isIn) return undefined;
  const [value, list] = node.arguments as readonly [Node, Node];
  if (list.op !== "constant" || !Array.isArray(list.value)) return undefined;
  const items: readonly Value[] = list.value;
  const family = valueFamilyOf(value.type);
  const { sync: operand } = compile(value);
  if (operand === undefined) return undefined;
  return { sync: family === "text" ? textIn(operand, items) : valueIn(operand, items, family) };
};

function valueIn(operand: Evaluator, items: readonly Value[], family: Family): Evaluator {
  const hashes = new Set(items.map((item) => hashOf(item, family)));
  return (row, frame) => {
    const value = operand(row, frame);
    chargeParts(value, frame);
    return hashes.has(hashOf(value, family));
  };
}

/** Most texts differ from all items in their first letter, without folding them. */
function textIn(operand: Evaluator, items: readonly Value[]): Evaluator {
  const texts = items.filter((item) => typeof item === "string").map(foldText);
  const folded = new Set(texts);
  const hasBlank = items.includes(null);
  const begins = new Uint8Array(128);
  for (const text of texts) {
    const first = text.charCodeAt(0);
    if (first < 128) begins[first] = 1;
    if (first >= 97 && first <= 122) begins[first - 32] = 1;
  }
  return (row, frame) => {
    const value = operand(row, frame) as string | null;
    if (value === null) return hasBlank;
    chargeParts(value, frame);
    const first = value.charCodeAt(0);
    return first < 128 && begins[first] === 0 ? false : folded.has(foldText(value));
  };
}
