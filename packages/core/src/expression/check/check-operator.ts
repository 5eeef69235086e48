import type { Span } from "../../diagnostics/index.ts";
import { dayNumberOf, readDate, writeLocaleDate } from "../../values/index.ts";
import {
  concatenation,
  findArithmetic,
  findComparison,
  isComparison,
  listMinus,
  listPlus,
  type OperatorRule,
} from "../operators/index.ts";
import type { Operation, Operator, Signed } from "../syntax/ast.ts";
import type { BinaryNode, Node } from "../tree/node.ts";
import { familyOf, isTemporal, isWholeNumber, listOf, sameType, scalar, type Type } from "../tree/type.ts";
import type { CheckState } from "./check-state.ts";
import { coerceToArgument, coerceToResult } from "./conversions.ts";
import { isJsonPart } from "./json-parts.ts";
import {
  asKey,
  interpretationsOf,
  isUntypedLiteral,
  LITERAL_KINDS,
  warnMisread,
  warnUnknownChoice,
} from "./literals.ts";
import { commonType, widerTypes } from "./unify.ts";

/** A run of operators of one precedence, read from the left. */
export function checkOperation(state: CheckState, part: Operation): Node | undefined {
  const operands = part.operands.map((operand) => state.check(operand));
  const { operators, start } = part;
  let left = operands[0];
  for (let index = 0; index < operators.length; index++) {
    const right = operands[index + 1];
    const isLast = index === operators.length - 1;
    const end = isLast ? part.end : (part.operands[index + 1]?.end ?? part.end);
    left = left && right && checkPair(state, operators[index] as Operator, left, right, { start, end });
  }
  return left;
}

export function checkSigned(state: CheckState, part: Signed): Node | undefined {
  const checked = state.check(part.operand);
  if (checked === undefined) return undefined;
  const operand =
    interpretationsOf(checked, state.scope.locale).find(({ type }) => familyOf(type) === "number") ?? checked;
  const family = familyOf(operand.type);
  if (family !== "number" && family !== "duration" && family !== "unknown") {
    return state.report("type/sign", { operator: part.sign, operand: state.describe(operand) }, part);
  }
  const { start, end } = part;
  if (part.sign === "+") return { ...operand, start, end };
  return { op: "negate", operand, type: operand.type, start, end };
}

/** An operator between two parts that are checked; reports sides that it does not take. */
export function checkPair(
  state: CheckState,
  operator: Operator,
  left: Node,
  right: Node,
  span: Span,
): Node | undefined {
  const pair = pairFor(state, operator, left, right);
  if (pair !== undefined) {
    if (operator === "=" || operator === "<>") warnUnknownChoice(state, left, right);
    if (isComparison(operator)) {
      warnMisread(state, pair.left, right);
      warnMisread(state, pair.right, left);
    }
    // Member by member: spreading costs as much as all the rest.
    const { rule, left: first, right: second, type } = pair;
    return { op: "binary", rule, left: first, right: second, type, start: span.start, end: span.end };
  }
  const types = { left: state.describe(left), right: state.describe(right) };
  if (isComparison(operator))
    return state.report(
      "type/compare",
      {
        ...types,
        hint:
          comparisonHint(operator, left, right, state.scope.locale) ??
          wordHint(state, span) ??
          textHint(left, right),
      },
      span,
    );
  return state.report(
    "type/operator",
    {
      operator,
      ...types,
      hint: arithmeticHint(operator, left, right) ?? wordHint(state, span) ?? joinHint(operator, left, right),
    },
    span,
  );
}

type Pair = Pick<BinaryNode, "rule" | "left" | "right" | "type">;

function pairFor(state: CheckState, operator: Operator, left: Node, right: Node): Pair | undefined {
  if (left.type.kind === "List" && right.type.kind === "Any") {
    const list = operator === "&" ? undefined : coerceToArgument(right, left.type, state.scope.locale);
    if (list !== undefined) return pairForLists(state, operator, left, list);
  }
  if (operator === "&") return pairForText(state, left, right);
  if (isComparison(operator)) return pairForComparison(state, operator, left, right);
  if (left.type.kind === "List" || right.type.kind === "List")
    return pairForLists(state, operator, left, right);
  return pairForArithmetic(state, operator, left, right);
}

function pairForText(state: CheckState, left: Node, right: Node): Pair | undefined {
  const text = scalar("Text");
  const first = coerceToArgument(left, text, state.scope.locale);
  const second = coerceToArgument(right, text, state.scope.locale);
  return first && second && { rule: concatenation, left: first, right: second, type: text };
}

function pairForComparison(state: CheckState, operator: Operator, left: Node, right: Node): Pair | undefined {
  const sides = comparable(state, asKey(state, left, right.type), asKey(state, right, left.type));
  const rule = sides && findComparison(operator, familyOf(sides.left.type), state.scope.blanks);
  return rule && { rule, left: sides.left, right: sides.right, type: scalar("Yes/No") };
}

/** Both sides in one type in which they can be compared: a literal follows the other side. */
function comparable(state: CheckState, left: Node, right: Node): { left: Node; right: Node } | undefined {
  const { locale } = state.scope;
  if (isUntypedLiteral(right) && !isUntypedLiteral(left))
    return followed(left, right, (a, b) => ({ left: a, right: b }), locale);
  if (isUntypedLiteral(left) && !isUntypedLiteral(right))
    return followed(right, left, (b, a) => ({ left: a, right: b }), locale);
  const common = commonType(left.type, right.type);
  // A part of JSON may be a fraction, which is not cut.
  const isPart = isJsonPart(left) || isJsonPart(right);
  const type = isPart && common && isWholeNumber(common) ? scalar("Decimal") : common;
  const first = type && coerceToArgument(left, type, locale);
  const second = type && coerceToArgument(right, type, locale);
  return first && second && { left: first, right: second };
}

function followed<T>(
  typed: Node,
  literal: Node,
  make: (typed: Node, literal: Node) => T,
  locale: string,
): T | undefined {
  const target = typed.type.kind === "Any" ? scalar("Text") : typed.type;
  for (const type of [target, ...widerTypes(target)]) {
    const read = coerceToResult(literal, type, locale);
    const other = read && coerceToArgument(typed, type, locale);
    if (read && other) return make(other, read);
  }
  return undefined;
}

function pairForLists(state: CheckState, operator: Operator, left: Node, right: Node): Pair | undefined {
  if (operator !== "+" && operator !== "-") return undefined;
  if (left.type.kind !== "List" || right.type.kind !== "List") return undefined;
  const isOpen = left.op === "list" && left.items.length === 0;
  const item =
    isOpen && operator === "-" ? right.type.item : itemOf(operator, left.type.item, right.type.item);
  // What is taken away is only compared: 1.5 takes no 1 away.
  const taken = operator === "-" && familyOf(item) === "number" ? scalar("Decimal") : item;
  const first = coerceToArgument(left, listOf(item), state.scope.locale);
  const second = coerceToArgument(right, listOf(taken), state.scope.locale);
  const rule: OperatorRule = operator === "+" ? listPlus : listMinus(item);
  const shown =
    operator === "+" && sameType(item, taken) ? (commonType(item, right.type.item) ?? item) : item;
  return (
    first &&
    second && { rule, left: first, right: second, type: listOf(sameType(shown, item) ? shown : item) }
  );
}

/** The type of the items on the left; a wider one where those of the right are numbers with fractions. */
function itemOf(operator: Operator, left: Type, right: Type): Type {
  const isWidened =
    operator === "+" && isWholeNumber(left) && familyOf(right) === "number" && !isWholeNumber(right);
  return isWidened ? (commonType(left, right) ?? left) : left;
}

function pairForArithmetic(state: CheckState, operator: Operator, left: Node, right: Node): Pair | undefined {
  const { locale } = state.scope;
  for (const first of operandsFor(left, locale)) {
    for (const second of operandsFor(right, locale)) {
      const isWhole = isWholeNumber(first.type) && isWholeNumber(second.type);
      const rule = findArithmetic(operator, familyOf(first.type), familyOf(second.type), isWhole);
      if (rule === undefined) continue;
      return { rule, left: first, right: second, type: scalar(rule.result) };
    }
  }
  return undefined;
}

/** All that a side can mean in arithmetic, the likeliest first; a value of open type counts as a number. */
function operandsFor(node: Node, locale: string): readonly Node[] {
  if (node.op === "constant" && isUntypedLiteral(node)) return interpretationsOf(node, locale);
  if (isUntypedLiteral(node))
    return LITERAL_KINDS.flatMap((kind) => coerceToResult(node, scalar(kind), locale) ?? []);
  return [(node.type.kind === "Any" ? coerceToArgument(node, scalar("Decimal"), locale) : undefined) ?? node];
}

function comparisonHint(operator: Operator, left: Node, right: Node, locale: string): string | undefined {
  const isList = [left, right].map(({ type }) => type.kind === "List");
  if (isList[0] === isList[1])
    return conditionHint(operator, left, right) ?? formHint(left, right, locale) ?? familyHint(left, right);
  return "Use IN(value, list), or take one item with ANY(list).";
}

/** `least < value < greatest`, conditions joined by "&", `[Paid] = 1`, `WEEKDAY(date) = "Monday"`. */
function conditionHint(operator: Operator, left: Node, right: Node): string | undefined {
  const sides = [left, right];
  if (sides.some((side) => side.op === "binary" && side.rule === concatenation))
    return 'Write AND(first condition, second condition): "&" joins texts.';
  if (left.op === "binary" && left.type.kind === "Yes/No")
    return `Write each comparison whole: AND(first ${operator} second, second ${operator} third).`;
  if (sides.some(({ type }) => type.kind === "Yes/No"))
    return "A condition is TRUE or FALSE by itself. Write only [Column], or NOT([Column]).";
  const [text = ""] = sides.flatMap((side) => (side.op === "constant" ? (side.literal ?? []) : []));
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(text)
    ? `Write TEXT(date, "DDDD") = "${text}".`
    : undefined;
}

/** How a text is written that is to be read as the other side, which is a date or a time. */
function formHint(left: Node, right: Node, locale: string): string | undefined {
  const [other] = [left, right].filter((side) => !isUntypedLiteral(side));
  if (other === undefined || (!isUntypedLiteral(left) && !isUntypedLiteral(right))) return undefined;
  const day = writeLocaleDate(LAST_OF_2026, locale);
  const family = familyOf(other.type);
  const form = FORMS[family]?.replace("DAY", day);
  const [text = ""] = [left, right].flatMap((side) => (side.op === "constant" ? (side.literal ?? []) : []));
  const [date = "", time] = text.trim().split(/[ T]+/);
  const isDay = readDate(date, locale) !== null;
  if ((family === "date" || family === "datetime") && /^\d{4}-\d\d-\d\d$/.test(date) && !isDay)
    return `There is no day ${date}.`;
  const clock = family === "time" ? date : isDay && family === "datetime" ? time : undefined;
  if (/^\d\d?(?::\d\d){1,2}$/.test(clock ?? "")) return `There is no time ${clock}.`;
  return form && `Write it like ${form}.`;
}

const LAST_OF_2026 = dayNumberOf(2026, 12, 31) ?? 0;

const FORMS: Readonly<Record<string, string | undefined>> = {
  date: '"DAY" or "2026-12-31"',
  datetime: '"DAY 18:30:00" or "2026-12-31 18:30:00"',
  time: '"18:30:00"',
  duration: '"012:00:00"',
};

/** "03/14/2026" without quotes is two divisions; a Duration is no number of hours or days. */
function familyHint(left: Node, right: Node): string | undefined {
  const families = [familyOf(left.type), familyOf(right.type)];
  if (families.includes("datetime") && families.includes("time"))
    return "Write TIME(value) for the time of a DateTime.";
  if (!families.includes("number")) return undefined;
  if (families.includes("duration"))
    return "Compare TOTALHOURS(duration) with the number; of days, TOTALHOURS(duration) / 24.";
  const isDate = families.includes("date") || families.includes("datetime");
  return isDate ? 'A date is written in quotes, such as "2026-01-31".' : undefined;
}

/** A number, or a text that begins with one: "1 hour", "01:00:00". */
function isAmount(node: Node): boolean {
  if (familyOf(node.type) === "number") return true;
  return node.op === "constant" && /^\s*\d/.test(node.literal ?? "");
}

function arithmeticHint(operator: Operator, left: Node, right: Node): string | undefined {
  const sides = [left, right];
  const isMoment = sides.some(({ type }) => isTemporal(type));
  if ((operator === "+" || operator === "-") && isMoment && sides.some(isAmount))
    return 'Write a Duration with three digits of hours, such as "001:00:00" for an hour.';
  const lists = sides.filter(({ type }) => type.kind === "List");
  return lists.length > 0 ? forEachItem(operator, sides, lists) : undefined;
}

function wordHint(state: CheckState, span: Span): string | undefined {
  return state.wordIn(span) && "Write texts in quotes, and columns in brackets: [Column].";
}

function joinHint(operator: Operator, ...sides: readonly Node[]): string | undefined {
  if (!hasText(sides)) return undefined;
  if (operator === "+") return 'Join texts with "&".';
  return "Write NUMBER(text) or DECIMAL(text) for the number in a text.";
}

function textHint(...sides: readonly Node[]): string | undefined {
  const isMixed = hasText(sides) && sides.some(({ type }) => familyOf(type) === "number");
  return isMixed ? "Write TEXT(number) to compare it as a text." : undefined;
}

function hasText(sides: readonly Node[]): boolean {
  return sides.some(({ type }) => familyOf(type) === "text");
}

/** `[lines][price] * [lines][quantity]` and `[numbers] * 2`: operators compute with one value, MAP does so with each item. */
function forEachItem(operator: Operator, sides: readonly Node[], lists: readonly Node[]): string {
  const fields = lists.map((list) =>
    list.op === "list-dereference" && list.refs.op === "column" && list.field.op === "column"
      ? { list: list.refs.name, item: list.field.name }
      : list.op === "column" && list.type.kind === "List" && list.type.item.kind !== "Object"
        ? { list: list.name, item: "_ITEM" }
        : undefined,
  );
  const [first] = fields;
  if (
    first === undefined ||
    fields.some((one) => one?.list !== first.list || (one.item === "_ITEM" && one !== first))
  )
    return "Compute with each item by MAP(list, expression), or add them up with SUM(list).";
  const written = sides.map((side) => {
    const field = fields[lists.indexOf(side)];
    return field === undefined ? "…" : `[${field.item}]`;
  });
  return `Write MAP([${first.list}], ${written.join(` ${operator} `)}) to compute with each item.`;
}
