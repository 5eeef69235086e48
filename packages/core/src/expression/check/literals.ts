import type { Span } from "../../diagnostics/index.ts";
import {
  equalText,
  formsOf,
  hasOffset,
  jsonOfText,
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
import { joinKey, KEY_LOCALE, keyTextOf, splitKeyText } from "../tree/key.ts";
import { type ConstantNode, converted, type Node } from "../tree/node.ts";
import type { Conversion, ConversionId } from "../tree/rules.ts";
import type { StoredScopeColumn, TableScope } from "../tree/scope.ts";
import {
  familyOf,
  type ScalarKind,
  scalar,
  type Type,
  type TypeFamily,
  valueFamilyOf,
} from "../tree/type.ts";
import { writeJson } from "../tree/value-forms.ts";
import type { CheckState } from "./check-state.ts";

/** A quoted text, which takes the type its context wants. No text is a blank. */
export function textLiteral(text: string, { start, end }: Span): ConstantNode {
  return { op: "constant", value: text || null, literal: text, type: scalar("Text"), start, end };
}

/**
 * A quoted literal read as the type its context wants; undefined when it does not read so. No text is a blank. A DateTime with an
 * offset is an instant: the time zone of the call gives its wall clock.
 */
export function readLiteral(node: ConstantNode, expected: Type, locale: string): Node | undefined {
  if (node.literal === undefined) return undefined;
  const value = node.literal === "" ? null : valueOfText(node.literal, expected, locale);
  if (value === undefined) return undefined;
  if (familyOf(expected) === "datetime" && hasOffset(node.literal))
    return converted(node, fromText(expected), expected);
  return { ...node, value, type: expected };
}

/** Reads texts when they are evaluated; what does not read is blank. */
export function fromText(to: Type): Conversion {
  return {
    id: FROM_TEXT[familyOf(to)] ?? "text to point",
    convert: (text, { locale, timeZone }) =>
      text === null ? null : (valueOfText(String(text), to, locale, timeZone) ?? null),
  };
}

const FROM_TEXT: Partial<Record<TypeFamily, ConversionId>> = {
  date: "text to date",
  datetime: "text to datetime",
  time: "text to time",
  duration: "text to duration",
};

/** A literal read only by its look: Duration, Date, DateTime or Time; undefined when it looks like none of them. */
export function readLiteralByLook(node: Node, locale: string): Node | undefined {
  return interpretationsOf(node, locale).find(
    (reading) => reading.type.kind !== "Number" && reading.type.kind !== "Decimal",
  );
}

/** What a literal may be other than a text, the likeliest first. */
export const LITERAL_KINDS: readonly ScalarKind[] = [
  "Duration",
  "Date",
  "DateTime",
  "Time",
  "Number",
  "Decimal",
];

/** All that a literal can mean to an operator, the likeliest first. */
export function interpretationsOf(node: Node, locale: string): readonly Node[] {
  if (node.op !== "constant" || node.literal === undefined || node.literal === "") return [];
  return LITERAL_KINDS.flatMap((kind) => readLiteral(node, scalar(kind), locale) ?? []);
}

/** Three digits of hours distinguish a duration from a time of day. */
const DURATION = /^-?\d{3,}:/;

/** The value a text has in a type; undefined when it does not read. An instant is read in `timeZone`, UTC without one. */
export function valueOfText(
  text: string,
  expected: Type,
  locale: string,
  timeZone?: string,
): Value | undefined {
  switch (familyOf(expected)) {
    case "text":
      return expected.kind === "Json" ? jsonOfText(text) : text;
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
      return (
        (expected.kind === "DateTime" ? readDateOrDateTime : readDateTime)(text, locale, timeZone) ??
        undefined
      );
    case "duration":
      return DURATION.test(text) ? (readDuration(text) ?? undefined) : undefined;
    case "point":
      return (expected.kind === "XY" ? readXY(text) : readLatLong(text)) ?? undefined;
    case "list":
    case "object":
      return undefined;
  }
}

function readNumber(text: string, expected: Type, locale: string): number | null {
  const kind = expected.kind === "Ref" ? expected.key.kind : expected.kind;
  if (kind === "Percent") return readPercent(text, locale) ?? readDecimal(text, locale);
  return kind === "Number" ? readInteger(text, locale) : readDecimal(text, locale);
}

/** A part made of quoted literals only, whose type is still open. */
export function isUntypedLiteral(node: Node): boolean {
  if (node.op === "constant") return node.literal !== undefined && node.type.kind === "Text";
  if (node.op === "list") return node.items.length === 0 || node.items.every(isUntypedLiteral);
  if (node.op === "conditional")
    return [...node.branches.map(({ value }) => value), node.otherwise].every(isUntypedLiteral);
  if (node.op === "try") return isUntypedLiteral(node.value) && isUntypedLiteral(node.otherwise);
  return node.op === "let" && isUntypedLiteral(node.body);
}

/** Quoted texts compared with a Ref to a key of several columns, as that key is written; what is no such key is warned of. */
export function asKey(state: CheckState, part: Node, beside: Type): Node {
  const ref = beside.kind === "List" ? beside.item : beside;
  const table = ref.kind === "Ref" && isUntypedLiteral(part) ? state.scope.tables.get(ref.table) : undefined;
  if (table === undefined || table.key.length < 2) return part;
  if (part.op === "list") return { ...part, items: part.items.map((item) => keyIn(state, item, table)) };
  return keyIn(state, part, table);
}

function keyIn(state: CheckState, part: Node, table: TableScope): Node {
  if (part.op !== "constant" || part.literal === undefined || part.literal === "") return part;
  const key = keyOf(part.literal, table, state.scope.locale);
  if (key !== undefined) return { ...part, value: key, literal: key } satisfies ConstantNode;
  if (state.isVisible(table.name)) {
    const parts = table.key.map(({ name }) => name);
    state.report("type/not-a-key", { text: part.literal, table: table.name, parts }, part);
  }
  return part;
}

/** Each part is read as every key has it, else in the Locale of the expression. */
function keyOf(text: string, { key }: TableScope, locale: string): string | undefined {
  const texts = splitKeyText(text);
  if (texts.length !== key.length) return undefined;
  const parts = key.map(({ type }, at) => partOf(texts[at] ?? "", type, locale));
  return parts.every((part) => part !== undefined) ? joinKey(parts) : undefined;
}

function partOf(text: string, type: Type, locale: string): string | undefined {
  if (valueFamilyOf(type) === "text") return text;
  if (text === "") return undefined;
  const written = valueOfText(text, type, KEY_LOCALE);
  if (written !== undefined && keyTextOf(written, type) === text) return text;
  const read = valueOfText(text, type, locale);
  return read === undefined ? undefined : keyTextOf(read, type);
}

/** A quoted text that is compared with a column whose cells are chosen from a list is one of these, or it was misspelt. */
export function warnUnknownChoice(state: CheckState, one: Node, other: Node): void {
  for (const [chosen, compared] of [
    [one, other],
    [other, one],
  ] as const) {
    const { column, values } = choiceOf(state, chosen, "values") ?? {};
    if (column === undefined || values === undefined) continue;
    for (const literal of literalsIn(compared)) {
      const { literal: text = "" } = literal;
      const isExplained = state.wordIn(literal)?.hint !== undefined;
      if (text === "" || isExplained || values.some((value) => equalText(value, text))) continue;
      state.report(
        "type/not-a-choice",
        { text, column, values, suggestion: state.suggest(text, values) },
        literal,
      );
    }
  }
}

/** A constant that means something else than its author probably expects, and the side that it is compared with. */
export function warnMisread(state: CheckState, constant: Node, other: Node): void {
  if (constant.op !== "constant") return;
  const { value, literal, type } = constant;
  const { locale } = state.scope;
  if (other.type.kind === "Percent" && literal === undefined && isWholePercent(value)) {
    const details = { number: value, instead: String(value / 100) };
    state.report("type/whole-percent", details, constant);
  }
  if ((type.kind !== "Date" && type.kind !== "DateTime") || literal === undefined) return;
  const [, first = "", separator, second = ""] = /^\s*(\d{1,2})([./-])(\d{1,2})\2\d/.exec(literal) ?? [];
  const isEitherOrder = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
  if (separator === undefined || !isEitherOrder || formsOf(locale).dateSeparator.includes(separator)) return;
  const instead = `"${writeJson(value, type)}"`;
  state.report("type/date-order", { text: literal, locale, instead }, constant);
}

/** A growth by the half is written 1.5; 20 is hardly ever 2,000 %. */
function isWholePercent(value: Value): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 2 && value <= 100;
}

export interface Choice {
  readonly column: string;
  readonly values: readonly string[];
}

/** The column that a part gives the cells of, where they are chosen and the caller may know of its table. */
export function choiceOf(state: CheckState, part: Node, member: "values" | "offered"): Choice | undefined {
  const table = tableOf(state, part);
  const field = "field" in part ? part.field : part;
  if (table === undefined || field.op !== "column") return undefined;
  const stored = table.columns.find((column): column is StoredScopeColumn => isAt(column, field.index));
  const values = stored?.[member];
  if (stored === undefined || values === undefined) return undefined;
  return table.name === "" || state.isVisible(table.name) ? { column: stored.name, values } : undefined;
}

function isAt(column: TableScope["columns"][number], index: number): column is StoredScopeColumn {
  return !column.isVirtual && column.index === index;
}

function tableOf(state: CheckState, part: Node): TableScope | undefined {
  switch (part.op) {
    case "column":
      return part.slot > 0 ? state.scans[part.slot - 1]?.table : state.currentRow?.table;
    case "dereference":
    case "list-dereference":
    case "select":
      return part.table;
    default:
      return undefined;
  }
}

function literalsIn(part: Node): readonly ConstantNode[] {
  const parts = part.op === "list" ? part.items : [part];
  return parts.filter((one): one is ConstantNode => one.op === "constant" && one.literal !== undefined);
}
