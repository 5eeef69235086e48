import { readInteger, readPercent, readPrice, type Value } from "../../../values/index.ts";
import type { UnifyArguments } from "../../check/check-call.ts";
import type { CheckState } from "../../check/check-state.ts";
import { constant, converted, type Node } from "../../tree/node.ts";
import type { Conversion, ConversionId } from "../../tree/rules.ts";
import { familyOf, hasFractions, scalar, type TypeFamily } from "../../tree/type.ts";
import { nodesOf } from "../../tree/walk.ts";
import { substitute } from "../text/substitute.ts";

/**
 * Turns the one argument of NUMBER and DECIMAL, of any type, into a number: text as it reads in the Locale, TRUE as 1,
 * 0 for what stands for no number. A quoted text is read in the Locale of the expression, other text in the caller's.
 */
export const readAnyNumber: UnifyArguments = (state, parts) =>
  parts.map((part) => {
    if (familyOf(part.type) === "number" || part.type.kind === "List") return part;
    if (familyOf(part.type) === "text") warnOfNumberInText(state, part);
    return part.op === "constant" && part.literal !== undefined
      ? constant(numberOf(part.literal, state.scope.locale), scalar("Decimal"), part)
      : convertedNumber(part);
  });

function numberOf(literal: string, locale: string): number | null {
  return literal === "" ? null : readValue(literal, locale);
}

function convertedNumber(operand: Node): Node {
  const read = familyOf(operand.type) in IDS ? readValue : () => 0;
  const conversion: Conversion = {
    id: IDS[familyOf(operand.type)] ?? "other to number",
    convert: (value, context) => (value === null ? null : read(value, context.locale)),
  };
  return converted(operand, conversion, scalar("Decimal"));
}

/** The families whose values can stand for a number; dates and times do not. */
const IDS: Partial<Record<TypeFamily, ConversionId>> = {
  text: "text to number",
  "yes/no": "yes/no to number",
  any: "any to other",
};

function readValue(value: Value, locale: string): number {
  if (typeof value === "string") return readNumber(value, locale) ?? 0;
  return typeof value === "object" ? 0 : Number(value);
}

function readNumber(text: string, locale: string): number | null {
  return readInteger(text, locale) ?? readPercent(text, locale) ?? readPrice(text, locale);
}

/**
 * Warns of a number with a fraction that has become a part of a text from which a number is read: in the text it has a point in
 * every Locale, and the number is read as the Locale writes it.
 */
export function warnOfNumberInText(state: CheckState, text: Node): void {
  for (const node of nodesOf(text, carriesText)) {
    if (node.op !== "convert" || familyOf(node.type) !== "text" || !hasFractions(node.operand.type)) continue;
    state.report("type/number-in-text", {}, node);
    return;
  }
}

/** Whether the value is made of the texts below. SUBSTITUTE may have replaced the point. */
function carriesText(node: Node): boolean {
  if (node.op === "call") return node.definition !== substitute;
  return CARRYING_TEXT.has(node.op);
}

const CARRYING_TEXT: ReadonlySet<Node["op"]> = new Set(["binary", "conditional", "let", "list", "convert"]);
