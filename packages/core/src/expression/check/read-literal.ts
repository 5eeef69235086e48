import {
  readDate,
  readDateOrDateTime,
  readDateTime,
  readDecimal,
  readDuration,
  readInteger,
  readLatLong,
  readPercent,
  readTime,
  readXY,
  readYesNo,
  type Value,
} from "../../values/index.ts";
import type { ConstantNode, Node } from "../tree/node.ts";
import { familyOf, type ScalarKind, scalar, type Type } from "../tree/type.ts";

/** A quoted literal read as the type its context wants; undefined when it does not read so. No text is a blank. */
export function readLiteral(node: ConstantNode, expected: Type, locale: string): ConstantNode | undefined {
  if (node.literal === undefined) return undefined;
  const value = node.literal === "" ? null : readText(node.literal, expected, locale);
  if (value === undefined) return undefined;
  return { ...node, value, type: expected };
}

/** A literal read by its look alone: Duration, Date, DateTime or Time; undefined when it looks like none of them. */
export function readLiteralByLook(node: Node, locale: string): ConstantNode | undefined {
  return readingsOf(node, locale).find(
    (reading) => reading.type.kind !== "Number" && reading.type.kind !== "Decimal",
  );
}

/** What a literal may be beside a text, the likeliest first. */
export const LITERAL_KINDS: readonly ScalarKind[] = [
  "Duration",
  "Date",
  "DateTime",
  "Time",
  "Number",
  "Decimal",
];

/** All that a literal can mean to an operator, the likeliest first. */
export function readingsOf(node: Node, locale: string): readonly ConstantNode[] {
  if (node.op !== "constant" || node.literal === undefined || node.literal === "") return [];
  return LITERAL_KINDS.flatMap((kind) => readLiteral(node, scalar(kind), locale) ?? []);
}

/** Three digits of hours tell a duration from a time of day. */
const DURATION = /^-?\d{3,}:/;

/** The value a text has in a type; undefined when it does not read. */
export function readText(text: string, expected: Type, locale: string): Value | undefined {
  switch (familyOf(expected)) {
    case "text":
    case "any":
    case "unknown":
      return text;
    case "number":
      return readNumber(text, expected, locale) ?? undefined;
    case "yes/no":
      return readYesNo(text) ?? undefined;
    case "date":
      return readDate(text, locale) ?? undefined;
    case "time":
      return readTime(text) ?? undefined;
    case "datetime":
      return (expected.kind === "DateTime" ? readDateOrDateTime : readDateTime)(text, locale) ?? undefined;
    case "duration":
      return DURATION.test(text) ? (readDuration(text) ?? undefined) : undefined;
    case "point":
      return (expected.kind === "XY" ? readXY(text) : readLatLong(text)) ?? undefined;
    case "list":
      return undefined;
  }
}

function readNumber(text: string, expected: Type, locale: string): number | null {
  const kind = expected.kind === "Ref" ? expected.key.kind : expected.kind;
  if (kind === "Percent") return readPercent(text, locale) ?? readDecimal(text, locale);
  return kind === "Number" ? readInteger(text, locale) : readDecimal(text, locale);
}
