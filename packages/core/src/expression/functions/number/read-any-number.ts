import { readInteger, readPercent, readPrice, type Value } from "../../../values/index.ts";
import type { UnifyArguments } from "../../check/check-call.ts";
import { converted, type Node } from "../../tree/node.ts";
import type { Conversion, ConversionId } from "../../tree/rules.ts";
import { familyOf, scalar, type TypeFamily } from "../../tree/type.ts";
import { warnOfNumberInText } from "./warn-of-number-in-text.ts";

/**
 * Turns the one argument of NUMBER and DECIMAL, of any type, into a number: text as it reads in the Locale, TRUE as 1,
 * 0 for what stands for no number. A quoted text is read in the Locale of the expression, other text in the caller's.
 */
export const readAnyNumber: UnifyArguments = (state, parts) =>
  parts.map((part) => {
    if (familyOf(part.type) === "number" || part.type.kind === "List") return part;
    if (familyOf(part.type) === "text") warnOfNumberInText(state, part);
    return part.op === "constant" && part.literal !== undefined
      ? constantNumber(part.literal, part, state.scope.locale)
      : convertedNumber(part);
  });

function constantNumber(literal: string, { start, end }: Node, locale: string): Node {
  const value = literal === "" ? null : readValue(literal, locale);
  return { op: "constant", value, type: scalar("Decimal"), start, end };
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
