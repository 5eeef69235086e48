import { type Instead, writeInstead } from "../../../diagnostics/index.ts";
import { coerceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import { checkPair } from "../../check/check-operator.ts";
import type { CheckState } from "../../check/check-state.ts";
import { columnOf, keyField, rowsOfList, tableOfRefs } from "../../check/columns.ts";
import type { CallForm, FunctionDefinition } from "../../check/function-definition.ts";
import { textLiteral } from "../../check/literals.ts";
import { fieldNamed, type RowSource, selectNode, sourceNamed, withFilter } from "../../check/select-from.ts";
import type { ColumnReference, Dereference, Expression, TableColumn } from "../../syntax/ast.ts";
import { print } from "../../syntax/print.ts";
import { constant, type Node, type RowSlot } from "../../tree/node.ts";
import { findName, type TableScope } from "../../tree/scope.ts";
import { familyOf, scalar } from "../../tree/type.ts";
import { asRead, within } from "../conditional/make-conditional.ts";
import { not } from "../logic/not.ts";
import { contains } from "../text/contains.ts";
import { endsWith } from "../text/ends-with.ts";
import { len } from "../text/len.ts";
import { startsWith } from "../text/starts-with.ts";

/** What the three functions say of their conditions. */
export const LIST_CONDITION =
  'The condition is a constant text such as ">10", "<>Open", "*tea*" or "???", an operator joined to a value, ">" & [Limit], or the number or date that items equal.';

/** What SUMIF and AVERAGEIF say of their third argument. */
export const VALUES_BESIDE = "Values are another column of the same rows.";

/**
 * `COUNTIF(list, condition)`, `SUMIF(list, condition, [values])`: a call of `whole`, COUNT or SUM, of what SELECT gives. So no
 * evaluator knows of these functions. A condition that may be anything at run time is an error that writes the SELECT.
 */
export function checkListCondition(called: CallForm, whole: FunctionDefinition): Node | undefined {
  const { state, call, definition } = called;
  const [listPart, conditionPart, valuesPart] = call.arguments;
  if (!hasRightCount(called) || !listPart || !conditionPart) return undefined;
  const form: Form = { ...called, whole, listPart, valuesPart };
  const joined = joinedTo(conditionPart);
  if (joined === undefined && isAboutRows(form, conditionPart))
    return state.report(
      "call/list-condition",
      { function: definition.name, ...writtenAbout(form, conditionPart) },
      call,
    );
  const wanted = state.check(joined?.value ?? conditionPart);
  return state.withLocal((local) => {
    const list = itemsOf(form);
    if (wanted === undefined || list === undefined) return undefined;
    const read = asRead(wanted, wanted, local);
    // Editors ask what the list of the values is.
    if (valuesPart?.kind === "dereference" && isOfSameRows(valuesPart, listPart))
      state.check(valuesPart.target);
    const body = state.inRowOf(list.source.table, (slot) => {
      const item = list.item(slot);
      const value = valuesPart === undefined ? item : valueBeside(form, slot, list.source.table);
      const condition = item && conditionOf(form, item, read, joined?.operator, conditionPart);
      if (value === undefined || condition === undefined) return undefined;
      const filtered = withFilter(list.source, slot, condition);
      return selectNode(list.source, slot, filtered, value, false, call);
    });
    const result = body && whole.callOf?.(state, [body], call);
    return result && within(wanted, result, local);
  });
}

/** A call of one of the functions. */
interface Form extends CallForm {
  readonly whole: FunctionDefinition;
  readonly listPart: Expression;
  readonly valuesPart: Expression | undefined;
}

const OPERATORS = ["<=", ">=", "<>", "=", "<", ">"] as const;

type Comparison = (typeof OPERATORS)[number];

/** `">" & [Limit]`: a constant operator and the value it is joined to. */
function joinedTo(part: Expression): { operator: Comparison; value: Expression } | undefined {
  if (part.kind !== "operation" || part.operators[0] !== "&") return undefined;
  const [first, ...operands] = part.operands;
  const operator = first?.kind === "text" ? OPERATORS.find((one) => one === first.value) : undefined;
  const [value] = operands;
  if (operator === undefined || value === undefined) return undefined;
  if (operands.length === 1) return { operator, value };
  return { operator, value: { ...part, operands, operators: part.operators.slice(1) } };
}

/** The rows that the items are of, and the item in a row. */
interface Items {
  readonly source: RowSource;
  readonly item: (slot: RowSlot) => Node | undefined;
}

/** The items of the first argument: values of a column, also of the rows of a list, or of any other list. */
function itemsOf({ state, listPart, definition }: Form): Items | undefined {
  if (isColumn(listPart)) {
    const source = rowsOf(state, listPart, definition);
    return source && { source, item: (slot) => columnIn(state, slot, source.table, listPart) };
  }
  const checked = state.check(listPart);
  const parameter = definition.parameters[0];
  const refs = checked && parameter && coerceArgument(state, definition.name, parameter, checked);
  const table = refs && rowsOfList(state, refs.type);
  if (refs === undefined) return undefined;
  if (table === undefined) return notRows(state, definition, listPart, refs);
  state.readsTable(table);
  return { source: { table, filter: undefined, refs }, item: (slot) => keyField({ slot, table }, listPart) };
}

/** `Table[Column]` or `[List][Column]` */
function isColumn(part: Expression): part is TableColumn | Dereference {
  return part.kind === "table-column" || (part.kind === "dereference" && !part.dotted);
}

function rowsOf(
  state: CheckState,
  part: TableColumn | Dereference,
  definition: FunctionDefinition,
): RowSource | undefined {
  if (part.kind === "table-column") return sourceNamed(state, part.table, part.tableSpan);
  const refs = state.check(part.target);
  const table = refs && tableOfRefs(state, refs.type);
  if (refs === undefined) return undefined;
  if (table === undefined) return notRows(state, definition, part, refs);
  state.readsTable(table);
  return { table, filter: undefined, refs };
}

function notRows(
  state: CheckState,
  { name }: FunctionDefinition,
  part: Expression,
  { type }: Node,
): undefined {
  return state.report("type/rows-expected", { function: name, actual: state.typeName(type) }, part);
}

function columnIn(
  state: CheckState,
  slot: RowSlot,
  table: TableScope,
  { kind, column, columnSpan }: TableColumn | Dereference,
): Node | undefined {
  return (kind === "table-column" ? fieldNamed : columnOf)(state, { slot, table }, column, columnSpan);
}

/** The values that belong to the items: another column of the table or list that the first argument is a column of. */
function valueBeside(
  { state, definition, listPart, valuesPart }: Form,
  slot: RowSlot,
  table: TableScope,
): Node | undefined {
  if (valuesPart === undefined) return undefined;
  if (isColumn(valuesPart) && isOfSameRows(valuesPart, listPart))
    return columnIn(state, slot, table, valuesPart);
  return state.report("call/values-beside", { function: definition.name }, valuesPart);
}

function isOfSameRows(values: TableColumn | Dereference, list: Expression): boolean {
  return isColumn(list) && ownerOf(values) === ownerOf(list);
}

function ownerOf(part: TableColumn | Dereference): string {
  return part.kind === "table-column" ? part.table.toLowerCase() : print(part.target);
}

/** The condition on an item: `joined` is the operator before the value, which else is a text of its own or what is equal. */
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
    const details = { function: form.definition.name };
    return part.kind === "operation"
      ? state.report("call/list-condition", details, part)
      : state.report("call/list-condition", { ...details, ...writtenFor(form, item, part) }, form.call);
  }
  const { operator, text } = split(wanted.literal);
  const isOfText = familyOf(item.type) === "text";
  const isEquality = operator === "=" || operator === "<>";
  if (isOfText && !isEquality && /^\s*[-+]?[\d.,]*\d\s*$/.test(text))
    return state.report(
      "type/compare",
      { left: state.typeName(item.type), right: `the number ${text.trim()}` },
      part,
    );
  if (!isOfText || !isEquality) return checkPair(state, operator, item, textLiteral(text, part), part);
  const [, some, open] = /^(\?*)(\**)$/.exec(text) ?? [];
  if (text !== "" && some !== undefined) {
    // Any text, or one of so many characters.
    if (some === "")
      return checkPair(state, operator === "=" ? "<>" : "=", item, textLiteral("", part), part);
    const length = len.callOf?.(state, [item], form.call);
    const count = constant(some.length, scalar("Number"), part);
    const [holds, fails] = open === "" ? (["=", "<>"] as const) : ([">=", "<"] as const);
    return length && checkPair(state, operator === "=" ? holds : fails, length, count, part);
  }
  const pattern = patternOf(text);
  if (pattern === undefined)
    return state.report("call/list-condition", { function: form.definition.name, pattern: text }, part);
  const compared = textLiteral(pattern.text, part);
  if (pattern.match === undefined) return checkPair(state, operator, item, compared, part);
  const matches = pattern.match.callOf?.(state, [item, compared], form.call);
  return operator === "=" ? matches : matches && not.callOf?.(state, [matches], form.call);
}

function split(condition: string): { operator: Comparison; text: string } {
  const operator = OPERATORS.find((one) => condition.startsWith(one));
  return { operator: operator ?? "=", text: condition.slice(operator?.length ?? 0) };
}

interface Pattern {
  /** Undefined for a text that must be equal. */
  readonly match: FunctionDefinition | undefined;
  readonly text: string;
}

/** A text with "*" at its ends, in which "~" takes the meaning of a following "*", "?" or "~"; undefined for other patterns. */
function patternOf(text: string): Pattern | undefined {
  const [, before = "", body = "", after = ""] =
    /^(\**)((?:~[*?~]|~(?![*?~])|[^*?~])*)(\**)$/s.exec(text) ?? [];
  if (before + body + after !== text || (body === "" && text !== "")) return undefined;
  const match = before === "" ? (after === "" ? undefined : startsWith) : after === "" ? endsWith : contains;
  return { match, text: body.replaceAll(/~([*?~])/g, "$1") };
}

/** Whether a condition is one of FILTER: it reads columns that only the rows of the list have. */
function isAboutRows({ state, listPart }: Form, condition: Expression): boolean {
  const own = state.innermostRow?.table;
  const names = columnsIn(condition).filter((name) => !hasColumn(own, name));
  if (names.length === 0) return false;
  const table = tableNamed(state, listPart) ?? rowsIn(state.apart(), listPart);
  return table !== undefined && names.every((name) => name === "_ITEM" || hasColumn(table, name));
}

function hasColumn(table: TableScope | undefined, name: string): boolean {
  return findName(table?.columns ?? [], name).match !== undefined;
}

function rowsIn(state: CheckState, part: Expression): TableScope | undefined {
  const list = state.check(part.kind === "dereference" ? part.target : part);
  return list && rowsOfList(state, list.type);
}

/** The table that `Orders[Status]`, `Orders` or `"Orders"` names. */
function tableNamed({ scope }: CheckState, part: Expression): TableScope | undefined {
  return findName(
    [...scope.tables.values()],
    part.kind === "table-column" ? part.table : print(part).replaceAll('"', ""),
  ).match;
}

/** The names of bare columns, at any depth. */
function columnsIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("kind" in part && part.kind === "column") return [(part as ColumnReference).name];
  return Object.values(part).flatMap(columnsIn);
}

/** The call as one of COUNT, SUM or AVERAGE of a SELECT or a FILTER with the condition. */
function writtenAbout({ state, whole, listPart, valuesPart }: Form, condition: Expression): Instead {
  const table = isColumn(listPart) ? undefined : tableNamed(state, listPart)?.name;
  const list = table === undefined ? print(listPart) : `"${table}"`;
  const values =
    valuesPart?.kind === "column" ? `${table ?? list}[${valuesPart.name}]` : print(valuesPart ?? listPart);
  const isOfRows = valuesPart === undefined && !isColumn(listPart);
  const selected = isOfRows ? `FILTER(${list}, ` : `SELECT(${values}, `;
  return writeInstead(`${whole.name}(${selected}${print(condition)}))`);
}

/** The call with the condition whole: a SELECT, or a FILTER of any list, of the items that are equal to the value. */
function writtenFor({ whole, listPart, valuesPart }: Form, item: Node, part: Expression): Instead {
  const [select, name] = isColumn(listPart)
    ? ["SELECT", listPart.column]
    : ["FILTER", item.op === "column" ? item.name : "_ITEM"];
  const selected = `${select}(${print(valuesPart ?? listPart)}, [${name}] = wanted)`;
  return writeInstead(`LET(wanted, ${print(part)}, ${whole.name}(${selected}))`);
}
