import { readInteger, readPercent, readPrice, type Value } from "../../../values/index.ts";
import type { Relate } from "../../check/check-strict-call.ts";
import type { Node } from "../../tree/node.ts";
import { familyOf, scalar } from "../../tree/type.ts";

/**
 * Turns the one argument of NUMBER and DECIMAL, of any type, into a number: text as it reads in the Locale, TRUE as 1,
 * 0 for what stands for no number. A quoted text is read in the Locale of the expression, other text in the caller's.
 */
export const readAnyNumber: Relate = (state, parts) =>
  parts.map((part) => {
    if (familyOf(part.type) === "number" || part.type.kind === "List") return part;
    return part.op === "constant" && part.literal !== undefined
      ? constantNumber(part.literal, part, state.scope.locale)
      : convertedNumber(part);
  });

function constantNumber(literal: string, { start, end }: Node, locale: string): Node {
  const value = literal === "" ? null : readValue(literal, locale);
  return { op: "constant", value, type: scalar("Decimal"), start, end };
}

function convertedNumber(operand: Node): Node {
  const read = FAMILIES.has(familyOf(operand.type)) ? readValue : () => 0;
  const conversion = {
    name: `${familyOf(operand.type)} to any number`,
    convert: (value: Value, context: { readonly locale: string }) =>
      value === null ? null : read(value, context.locale),
  };
  const { start, end } = operand;
  return { op: "convert", operand, conversion, type: scalar("Decimal"), start, end };
}

/** The families whose values can stand for a number; dates and times do not. */
const FAMILIES: ReadonlySet<string> = new Set(["text", "yes/no", "any"]);

function readValue(value: Value, locale: string): number {
  if (typeof value === "string") return readNumber(value, locale) ?? 0;
  return typeof value === "object" ? 0 : Number(value);
}

function readNumber(text: string, locale: string): number | null {
  return readInteger(text, locale) ?? readPercent(text, locale) ?? readPrice(text, locale);
}
