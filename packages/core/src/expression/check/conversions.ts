import {
  canonicalJson,
  dayNumberOf,
  hasOffset,
  jsonOfText,
  readDateOrDateTime,
  readTime,
  SECONDS_PER_DAY,
  toCanonical,
  type Value,
} from "../../values/index.ts";
import { itemsOf } from "../operators/lists.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { constant, converted, type Node } from "../tree/node.ts";
import type { Conversion, ConversionId } from "../tree/rules.ts";
import {
  familyOf,
  isWholeNumber,
  listOf,
  sameType,
  scalar,
  type Type,
  type TypeFamily,
  typeName,
} from "../tree/type.ts";
import { writeJson, writeValue } from "../tree/value-forms.ts";
import { anyNodeOf, withResults } from "../tree/walk.ts";
import { copiedJson, isJsonPart } from "./json-parts.ts";
import { fromText, isUntypedLiteral, readLiteral, valueOfText } from "./literals.ts";

/**
 * Where a value of one type may be used in place of another. `assign`: the result of an expression in a column.
 * `argument`: a value given to a function, which also takes text of a date and a number with its fraction cut.
 */
type Place = "assign" | "argument";

/** The node as a value of `expected` in a column; undefined when the types do not allow it. */
export function coerceToResult(node: Node, expected: Type, locale: string): Node | undefined {
  return coerce(node, expected, "assign", locale);
}

/** The node as an argument of type `expected`; undefined when the types do not allow it. */
export function coerceToArgument(node: Node, expected: Type, locale: string): Node | undefined {
  return coerce(node, expected, "argument", locale);
}

function coerce(node: Node, expected: Type, place: Place, locale: string): Node | undefined {
  if (isUntypedLiteral(node)) return coerceLiteral(node, expected, place, locale);
  const copied = takesJson(expected, place)
    ? copiedJson(node, expected, (part, type) => coerce(part, type, "assign", locale))
    : undefined;
  if (copied !== undefined) return copied;
  if (node.type.kind === "Any") return coerceAny(node, expected);
  const step = findConversion(node.type, expected, place);
  if (step === undefined) return undefined;
  if (step === SAME) return sameType(node.type, expected) ? node : withType(node, expected);
  return converted(node, step, expected);
}

/** Whether parts of JSON are copied into the type as JSON. An argument that takes a list of single values takes no part. */
function takesJson(expected: Type, place: Place): boolean {
  if (expected.kind === "List") return place === "assign" || takesJson(expected.item, place);
  return expected.kind === "Json" || expected.kind === "Object";
}

/** A value whose type is known only when the call is made: a parameter may also be a list. */
function coerceAny(node: Node, expected: Type): Node | undefined {
  if (expected.kind === "List") {
    if (node.op !== "parameter" || node.from !== "parameters") return undefined;
    const list: Node = { ...node, isList: true, type: listOf({ kind: "Any" }) };
    const step = fromAny(expected.item, node.name);
    if (familyOf(expected.item) === "any") return { ...list, type: expected };
    return converted(list, itemByItem(step), expected);
  }
  if (expected.kind === "Json") return converted(node, toJson(node.type), expected);
  const family = familyOf(expected);
  if (family === "any" || family === "unknown") return withType(node, expected);
  const step = fromAny(expected, parameterOf(node));
  return converted(node, isJsonPart(node) && isWholeNumber(expected) ? ifWhole(step) : step, expected);
}

function ifWhole({ id, convert }: Conversion): Conversion {
  return {
    id,
    convert: (value, context) =>
      typeof value === "number" && !Number.isInteger(value) ? null : convert(value, context),
  };
}

/** The parameter that a value comes from, for what is said of one that does not read; a setting that does not is blank. */
export function parameterOf(node: Node): string | undefined {
  let name: string | undefined;
  anyNodeOf(node, (part) => {
    if (part.op === "parameter" && part.from === "parameters") name = part.name;
    return name !== undefined;
  });
  return name;
}

/** A date, a time or both, of any type, as a DateTime; undefined for a value of another family. */
export function coerceToMoment(node: Node, locale: string): Node | undefined {
  const type = scalar("DateTime");
  if (isUntypedLiteral(node) && node.op === "constant" && !hasOffset(node.literal ?? ""))
    return constant(readTemporal(node.literal ?? "", locale), type, node);
  const step =
    node.type.kind === "Any" ? fromAny(type, parameterOf(node), readMoment) : TO_MOMENT[familyOf(node.type)];
  return step && converted(node, step, type);
}

/**
 * The wall-clock seconds of a text that holds a date, a time or both. A time is on the day that spreadsheets count from, an
 * instant is read in `timeZone`, UTC without one.
 */
export function readTemporal(text: string, locale: string, timeZone?: string): number | null {
  const time = readTime(text);
  return time === null ? readDateOrDateTime(text, locale, timeZone) : FIRST_SPREADSHEET_DAY + time;
}

function readMoment(text: string, _type: Type, locale: string, timeZone?: string): Value | undefined {
  return readTemporal(text, locale, timeZone) ?? undefined;
}

function coerceLiteral(node: Node, expected: Type, place: Place, locale: string): Node | undefined {
  if (node.op === "constant") {
    if (expected.kind === "List")
      return node.literal === "" ? { ...node, value: [], type: expected } : undefined;
    const read = readLiteral(node, expected, locale);
    if (read !== undefined || place === "assign" || !READS_AT_RUN_TIME.has(familyOf(expected))) return read;
    // A text that is no date is still text: the function answers what it answers for such texts.
    return familyOf(expected) === "duration" ? undefined : { ...node, value: null, type: expected };
  }
  if (node.op === "list" && familyOf(expected) === "text")
    return converted(node, toText(node.type), expected);
  const placeOf = node.op === "list" ? "assign" : place;
  return withResults(node, expected, (result, type) => coerceLiteral(result, type, placeOf, locale));
}

const READS_AT_RUN_TIME = new Set<TypeFamily>(["date", "datetime", "time", "duration"]);

/** Marks a pair of types whose values are the same at run time. */
const SAME: Conversion = { id: "same", convert: (value) => value };

function withType(node: Node, expected: Type): Node {
  return { ...node, type: expected };
}

/** The conversion table: from family to family, and where the step is allowed. */
function findConversion(from: Type, to: Type, place: Place): Conversion | undefined {
  if (to.kind === "Json" && from.kind !== "Unknown") return from.kind === "Json" ? SAME : toJson(from);
  if (to.kind === "List" || from.kind === "List") return findListConversion(from, to, place);
  const source = familyOf(from);
  const target = familyOf(to);
  if (source === "unknown" || target === "any" || target === "unknown") return SAME;
  if (source === "number" && target === "number") return numberStep(from, to, place);
  if (source === "object" && target === "object") return sameType(from, to) ? SAME : undefined;
  if (source === target) return source === "point" && from.kind !== to.kind ? undefined : SAME;
  if (source === "any") return fromAny(to, undefined);
  if (target === "text") return source === "point" ? SAME : toText(from);
  if (source === "date" && target === "datetime") return DATE_TO_DATETIME;
  if (place === "assign") return undefined;
  if (source === "datetime" && target === "date") return DATETIME_TO_DATE;
  if (source === "text" && (READS_AT_RUN_TIME.has(target) || target === "point")) return fromText(to);
  return undefined;
}

function findListConversion(from: Type, to: Type, place: Place): Conversion | undefined {
  if (from.kind !== "List") return undefined;
  if (to.kind !== "List") return familyOf(to) === "text" ? toText(from) : undefined;
  const step = findConversion(from.item, to.item, place);
  return step === undefined || step === SAME ? step : itemByItem(step);
}

function itemByItem(step: Conversion): Conversion {
  return {
    id: "items",
    convert: (list, context) => itemsOf(list).map((item) => step.convert(item, context)),
  };
}

function numberStep(from: Type, to: Type, place: Place): Conversion | undefined {
  if (!isWholeNumber(to) || isWholeNumber(from)) return SAME;
  return place === "assign" ? undefined : CUT_FRACTION;
}

/** A step that leaves a blank one. */
function step<T extends Value>(
  id: ConversionId,
  convert: (value: T, context: RequestContext) => Value,
): Conversion {
  return { id, convert: (value, context) => (value === null ? null : convert(value as T, context)) };
}

const CUT_FRACTION = step("number to whole number", (x: number) => Math.trunc(toCanonical(x)) + 0);
const DATE_TO_DATETIME = step("date to datetime", (day: number) => day * SECONDS_PER_DAY);
const DATETIME_TO_DATE = step("datetime to date", (at: number) => Math.floor(at / SECONDS_PER_DAY));

const FIRST_SPREADSHEET_DAY = (dayNumberOf(1899, 12, 30) ?? 0) * SECONDS_PER_DAY;

/** The steps of `coerceToMoment`. */
const TO_MOMENT: Partial<Record<TypeFamily, Conversion>> = {
  date: DATE_TO_DATETIME,
  datetime: SAME,
  time: step("time to datetime", (time: number) => FIRST_SPREADSHEET_DAY + time),
  text: step("text to moment", (text: string, { locale, timeZone }) => readTemporal(text, locale, timeZone)),
};

function toText(from: Type): Conversion {
  return {
    id: "to text",
    convert: (value, context) => writeValue(value, from, context.locale, context.meter) || null,
  };
}

/** A text is the JSON that it is the text of, else a string of JSON; of other types the form in JSON. */
function toJson(from: Type): Conversion {
  return step("to json", (value) =>
    typeof value === "string" && familyOf(from) !== "point"
      ? jsonOfText(value)
      : (canonicalJson(writeJson(value, from)) ?? null),
  );
}

/**
 * A value bound by the call: kept where it is of the expected kind already, else read from its text. One that does not read
 * throws `EvaluationError` with the name of its parameter, or is blank where it has none.
 */
function fromAny(
  to: Type,
  parameter: string | undefined,
  read: typeof valueOfText = valueOfText,
): Conversion {
  return step("any to other", (value, context) => {
    if (typeof value === KIND_AT_RUN_TIME[familyOf(to)])
      return isWholeNumber(to) ? CUT_FRACTION.convert(value, context) : value;
    const text = writeValue(value, { kind: "Any" }, context.locale);
    const result = read(text, to, context.locale, context.timeZone);
    if (result !== undefined || parameter === undefined) return result ?? null;
    const type = typeName(to, () => false); // the caller may not know of the table of a Ref
    throw new EvaluationError("run/unreadable-input", { name: parameter, value: text, type });
  });
}

/** The families whose values a call can bind as such; all others are bound as texts. */
const KIND_AT_RUN_TIME: Partial<Record<TypeFamily, string>> = { number: "number", "yes/no": "boolean" };
