import { type Instead, writeInstead } from "../../../diagnostics/index.ts";
import { coerceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import type { CheckState } from "../../check/check-state.ts";
import { columnOf, keyField, rowsOfList, tableOfRefs } from "../../check/columns.ts";
import type { FunctionDefinition } from "../../check/function-definition.ts";
import { fieldNamed, type RowSource, selectNode, sourceNamed, withFilter } from "../../check/select-from.ts";
import type { Call, Dereference, Expression, TableColumn } from "../../syntax/ast.ts";
import { print } from "../../syntax/print.ts";
import type { ConstantNode, Node, RowSlot } from "../../tree/node.ts";
import type { TableScope } from "../../tree/scope.ts";
import { familyOf, scalar } from "../../tree/type.ts";
import { not } from "../logic/not.ts";
import { contains } from "../text/contains.ts";
import { endsWith } from "../text/ends-with.ts";
import { startsWith } from "../text/starts-with.ts";

/** What the three functions say of their conditions. */
export const LIST_CONDITION =
  'The condition is a constant text as spreadsheets have it: ">10", "<>Open", "Open", and "*" at the start or the end of a text for what else may be there. An operator may be joined to a value, ">" & [Limit]; a number, date or Yes/No by itself is what items must equal. Items are compared as = and < compare them.';

/** What SUMIF and AVERAGEIF say of their third argument. */
export const VALUES_BESIDE = "Values are another column of the same rows.";

/**
 * `COUNTIF(list, condition)`, `SUMIF(list, condition, [values])`: a call of `whole`, COUNT or SUM, of what SELECT gives. So no
 * evaluator knows of these functions. A condition that may be anything at run time is an error that writes the SELECT.
 */
export function checkListCondition(
  state: CheckState,
  call: Call,
  definition: FunctionDefinition,
  whole: FunctionDefinition,
): Node | undefined {
  const [listPart, conditionPart, valuesPart] = call.arguments;
  if (!hasRightCount(state, call, definition) || !listPart || !conditionPart) return undefined;
  const form: Form = { state, call, definition, whole, listPart, valuesPart };
  const joined = joinedTo(conditionPart);
  const wanted = state.check(joined?.value ?? conditionPart);
  return state.withLocal((local) => {
    const list = itemsOf(form);
    if (wanted === undefined || list === undefined) return undefined;
    const isInPlace = IN_PLACE.has(wanted.op);
    const { start, end } = conditionPart;
    const read: Node = isInPlace ? wanted : { op: "local", local, type: wanted.type, start, end };
    const body = state.inRowOf(list.source.table, (slot) => {
      const item = list.item(slot);
      const value = valuesPart === undefined ? item : valueBeside(form, slot, list.source.table);
      const condition = item && conditionOf(form, item, read, joined?.operator, conditionPart);
      if (value === undefined || condition === undefined) return undefined;
      const filtered = withFilter(list.source, slot, condition);
      return selectNode(list.source, slot, filtered, value, false, call);
    });
    const result = body && whole.callOf?.(state, [body], call);
    if (result === undefined || isInPlace) return result;
    return {
      op: "let",
      local,
      value: wanted,
      body: result,
      type: result.type,
      start: call.start,
      end: call.end,
    };
  });
}

/** Parts that give the same value inside the scan; others are computed before it. */
const IN_PLACE: ReadonlySet<Node["op"]> = new Set(["constant", "column", "parameter", "local"]);

/** A call of one of the functions. */
interface Form {
  readonly state: CheckState;
  readonly call: Call;
  readonly definition: FunctionDefinition;
  readonly whole: FunctionDefinition;
  readonly listPart: Expression;
  readonly valuesPart: Expression | undefined;
}

const OPERATORS = ["<=", ">=", "<>", "=", "<", ">"] as const;

type Comparison = (typeof OPERATORS)[number];

/** `">" & [Limit]`: a constant operator and the value it is joined to. */
function joinedTo(part: Expression): { operator: Comparison; value: Expression } | undefined {
  if (part.kind !== "operation" || part.operators[0] !== "&") return undefined;
  const [first, second, ...others] = part.operands;
  const operator = first?.kind === "text" ? OPERATORS.find((one) => one === first.value.trim()) : undefined;
  if (operator === undefined || second === undefined) return undefined;
  if (others.length === 0) return { operator, value: second };
  const operands = part.operands.slice(1);
  return { operator, value: { ...part, operands, operators: part.operators.slice(1), start: second.start } };
}

/** The rows that the items are of, and the item in a row. */
interface Items {
  readonly source: RowSource;
  readonly item: (slot: RowSlot) => Node | undefined;
}

/** The items of the first argument: values of a column, also of the rows of a list, or of any other list. */
function itemsOf({ state, listPart, definition }: Form): Items | undefined {
  if (listPart.kind === "table-column") {
    const source = sourceNamed(state, listPart.table, listPart.tableSpan);
    return source && { source, item: (slot) => columnIn(state, slot, source.table, listPart) };
  }
  if (isOfRows(listPart)) {
    const refs = state.check(listPart.target);
    const table = refs && tableOfRefs(state, refs.type);
    if (refs === undefined) return undefined;
    if (table === undefined)
      return state.report("type/select-source", { function: definition.name }, listPart);
    state.readsTable(table);
    return {
      source: { table, filter: undefined, refs },
      item: (slot) => columnIn(state, slot, table, listPart),
    };
  }
  const checked = state.check(listPart);
  const parameter = definition.parameters[0];
  const refs = checked && parameter && coerceArgument(state, definition.name, parameter, checked);
  if (refs === undefined) return undefined;
  const table = rowsOfList(state, refs.type);
  if (table === undefined) {
    const details = { function: definition.name, actual: state.typeName(refs.type) };
    return state.report("type/rows-expected", details, listPart);
  }
  state.readsTable(table);
  return { source: { table, filter: undefined, refs }, item: (slot) => keyField({ slot, table }, listPart) };
}

/** `[List][Column]` */
function isOfRows(part: Expression): part is Dereference {
  return part.kind === "dereference" && !part.dotted;
}

function columnIn(
  state: CheckState,
  slot: RowSlot,
  table: TableScope,
  { kind, column, columnSpan }: TableColumn | Dereference,
): Node | undefined {
  const row = { slot, table };
  return (kind === "table-column" ? fieldNamed : columnOf)(state, row, column, columnSpan);
}

/** The values beside the items: another column of the table or list that the first argument is a column of. */
function valueBeside(
  { state, definition, listPart, valuesPart }: Form,
  slot: RowSlot,
  table: TableScope,
): Node | undefined {
  if (valuesPart === undefined) return undefined;
  if (valuesPart.kind === "table-column" && listPart.kind === "table-column") {
    if (valuesPart.table.toLowerCase() === listPart.table.toLowerCase())
      return columnIn(state, slot, table, valuesPart);
  } else if (
    isOfRows(valuesPart) &&
    isOfRows(listPart) &&
    print(valuesPart.target) === print(listPart.target)
  )
    return columnIn(state, slot, table, valuesPart);
  return state.report("call/values-beside", { function: definition.name }, valuesPart);
}

/** The condition on an item: `joined` is the operator beside the value, which else is a text of its own or what is equal. */
function conditionOf(
  form: Form,
  item: Node,
  wanted: Node,
  joined: Comparison | undefined,
  part: Expression,
): Node | undefined {
  const { state } = form;
  if (joined !== undefined) return checkPair(state, joined, item, wanted, part);
  if (wanted.op !== "constant" || wanted.literal === undefined) {
    const isText = ["text", "any", "unknown"].includes(familyOf(wanted.type));
    if (!isText) return checkPair(state, "=", item, wanted, part);
    if (part.kind === "operation") return report(form, "constant", part);
    const details = { function: form.definition.name, problem: "constant" as const };
    return state.report("call/list-condition", { ...details, ...writtenFor(form, item, part) }, form.call);
  }
  const { operator, text } = split(wanted.literal);
  const isOfText = familyOf(item.type) === "text";
  const isEquality = operator === "=" || operator === "<>";
  if (isOfText && !isEquality && /^\s*[-+]?[\d.,]*\d\s*$/.test(text)) return report(form, "order", part);
  if (!isOfText || !isEquality) return checkPair(state, operator, item, literal(text, part), part);
  const pattern = patternOf(text);
  if (pattern === undefined) return report(form, "pattern", part);
  const sought = literal(pattern.text, part);
  if (pattern.match === undefined) return checkPair(state, operator, item, sought, part);
  if (pattern.match === ANY_TEXT) return checkPair(state, operator === "=" ? "<>" : "=", item, sought, part);
  const matches = pattern.match.callOf?.(state, [item, sought], form.call);
  return operator === "=" ? matches : matches && not.callOf?.(state, [matches], form.call);
}

function split(condition: string): { operator: Comparison; text: string } {
  const operator = OPERATORS.find((one) => condition.startsWith(one));
  return { operator: operator ?? "=", text: condition.slice(operator?.length ?? 0) };
}

/** A text that stands for itself, in the type that the items have. */
function literal(text: string, { start, end }: Expression): ConstantNode {
  return { op: "constant", value: text || null, literal: text, type: scalar("Text"), start, end };
}

const ANY_TEXT = "any text";

interface Pattern {
  /** Undefined for a text that must be equal. */
  readonly match: FunctionDefinition | typeof ANY_TEXT | undefined;
  readonly text: string;
}

/** A text with "*" at its ends, in which "~" takes the meaning of a following "*", "?" or "~"; undefined for other patterns. */
function patternOf(text: string): Pattern | undefined {
  const [, before = "", body = "", after = ""] =
    /^(\**)((?:~[*?~]|~(?![*?~])|[^*?~])*)(\**)$/s.exec(text) ?? [];
  if (before + body + after !== text) return undefined;
  const plain = body.replaceAll(/~([*?~])/g, "$1");
  if (before === "" && after === "") return { match: undefined, text: plain };
  if (plain === "") return { match: ANY_TEXT, text: plain };
  if (before !== "" && after !== "") return { match: contains, text: plain };
  return { match: before === "" ? startsWith : endsWith, text: plain };
}

function report(
  { state, definition, whole, listPart }: Form,
  problem: "constant" | "order" | "pattern",
  part: Expression,
): undefined {
  const selected = `${listPart.kind === "table-column" ? "SELECT" : "FILTER"}(${print(listPart)}, condition)`;
  const hint = `Write ${whole.name}(${selected}).`;
  return state.report("call/list-condition", { function: definition.name, problem, hint }, part);
}

/** The call with the condition whole: a SELECT, or a FILTER of any list, of the items that are equal to the value. */
function writtenFor({ whole, listPart, valuesPart }: Form, item: Node, part: Expression): Instead {
  const isColumn = listPart.kind === "table-column" || isOfRows(listPart);
  const name = isColumn ? listPart.column : item.op === "column" ? item.name : "_ITEM";
  const selected = `${isColumn ? "SELECT" : "FILTER"}(${print(valuesPart ?? listPart)}, [${name}] = wanted)`;
  return writeInstead(`LET(wanted, ${print(part)}, ${whole.name}(${selected}))`);
}
