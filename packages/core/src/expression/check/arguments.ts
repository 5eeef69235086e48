import type { Expression } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { familyOf, isScalarKind, listOf, type ScalarKind, scalar } from "../tree/type.ts";
import type { CheckState, RowInView } from "./check-state.ts";
import { rowsOfList, rowsOfTable, valuesOfColumn } from "./columns.ts";
import { coerceToArgument, coerceToMoment } from "./conversions.ts";
import type { CallForm, Parameter, ParameterType } from "./function-definition.ts";
import { isUntypedLiteral } from "./literals.ts";
import { fieldNamed, type RowSource, sourceNamed } from "./select-from.ts";

/** The node as a value of a parameter; reports what does not fit, with the hint of the function where it has one. */
export function coerceArgument(
  state: CheckState,
  functionName: string,
  parameter: Parameter,
  node: Node,
  hint?: string,
): Node | undefined {
  const coerced = fit(node, parameter.type, state.scope.locale);
  if (coerced !== undefined) return coerced;
  const details = {
    function: functionName,
    parameter: parameter.name,
    expected: WORDS[parameter.type] ?? parameter.type,
    actual: state.describe(node),
  };
  return state.report(
    "type/argument",
    { ...details, hint: hint ?? hintFor(state, functionName, parameter.type, node) },
    node,
  );
}

function fit(node: Node, expected: ParameterType, locale: string): Node | undefined {
  switch (expected) {
    case "Anything":
      return node;
    case "Any":
      return node.type.kind === "List" ? undefined : node;
    case "List":
      return node.type.kind === "List" ? node : listOfAny(node, "Text", locale);
    case "Decimal":
      return familyOf(node.type) === "number" ? node : coerceToArgument(node, scalar("Decimal"), locale);
    case "Temporal":
      return coerceToMoment(node, locale);
    case "List of Amount":
      return fitItems(node, AMOUNTS, locale);
    case "List of Ordered":
      return fitItems(node, ORDERED, locale);
    case "Name":
      return undefined;
  }
  const item = expected.startsWith("List of ") ? expected.slice("List of ".length) : expected;
  if (!isScalarKind(item)) return undefined;
  return coerceToArgument(node, item === expected ? scalar(item) : listOf(scalar(item)), locale);
}

const AMOUNTS: readonly ScalarKind[] = ["Number", "Decimal", "Duration"];
const ORDERED: readonly ScalarKind[] = [...AMOUNTS, "Date", "DateTime", "Time"];

/** A list kept as it is when its items are of one of the kinds; literals are read as the first kind that fits. */
function fitItems(node: Node, kinds: readonly ScalarKind[], locale: string): Node | undefined {
  if (node.type.kind !== "List") return listOfAny(node, "Decimal", locale);
  if (!isUntypedLiteral(node)) {
    const family = familyOf(node.type.item);
    if (family === "any") return coerceToArgument(node, listOf(scalar("Decimal")), locale);
    return kinds.some((kind) => familyOf(scalar(kind)) === family) || family === "unknown" ? node : undefined;
  }
  for (const kind of kinds) {
    const read = coerceToArgument(node, listOf(scalar(kind)), locale);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** A parameter of the call as a list. */
function listOfAny(node: Node, item: ScalarKind, locale: string): Node | undefined {
  return node.type.kind === "Any" ? coerceToArgument(node, listOf(scalar(item)), locale) : undefined;
}

/** What messages say of parameters whose types have no such name. */
const WORDS: Partial<Record<ParameterType, string>> = {
  Any: "a single value",
  List: "a list",
  "List of Decimal": "a list of numbers",
  "List of Amount": "a list of numbers or durations",
  "List of Ordered": "a list of numbers, dates or times",
  Temporal: "a date or a time",
  Decimal: "a number",
  LatLong: "a LatLong",
  XY: "an XY",
};

function hintFor(state: CheckState, name: string, type: ParameterType, node: Node): string | undefined {
  const wantsList = type.startsWith("List");
  const isList = node.type.kind === "List";
  if (wantsList && !isList) return listHint(state, node) ?? "Put the values in a list: LIST(…).";
  if (type === "Yes/No" && !isList)
    return isUntypedLiteral(node) && (name === "AND" || name === "OR")
      ? "Write each condition whole, or IN(value, LIST(first, second))."
      : 'Write TRUE or FALSE, or a condition, such as [Column] = "x".';
  if (
    wantsList &&
    node.type.kind === "List" &&
    (node.type.item.kind === "Ref" || node.type.item.kind === "Object")
  )
    return "Write list[Column] for the values of a column.";
  if ((type === "Number" || type === "Decimal") && familyOf(node.type) === "text")
    return "Write NUMBER(text) or DECIMAL(text) for the number in a text.";
  if (type === "Temporal" && familyOf(node.type) === "number")
    return 'A date is written in quotes, such as "2026-01-31".';
  if (type === "Duration" && familyOf(node.type) === "datetime")
    return 'Write TIME(value) - "00:00:00" for the time of the day as a Duration.';
  if (!wantsList && isList) return "Take one item with ANY(list) or INDEX(list, 1).";
  if (type === "Duration" && isUntypedLiteral(node))
    return 'Write it like "012:30:00": three digits of hours make a Duration.';
  if (type === "Duration" && familyOf(node.type) === "time") return 'Subtract "00:00:00" to get a Duration.';
  return undefined;
}

/** How the rows of a named table, or the values of a column in all rows, are written. */
function listHint(state: CheckState, node: Node): string | undefined {
  if (node.op === "constant" && node.literal !== undefined) return rowsOfTable(state, node.literal)?.hint;
  const table = state.innermostRow?.table.name ?? "";
  if (node.op !== "column" || table === "" || !state.isVisible(table)) return undefined;
  return valuesOfColumn(table, node.name).hint;
}

/** A name given as an argument: a constant, quoted or bare, never an expression. Reports anything else. */
export function constantName(
  state: CheckState,
  part: Expression,
  functionName: string,
  parameter: string,
): string | undefined {
  if (part.kind === "text") return part.value;
  if (part.kind !== "raw-text")
    return state.report("call/constant-expected", { function: functionName, parameter }, part);
  const name = part.value;
  if (state.scope.functions.has(name.toUpperCase()))
    return state.report("syntax/function-name-as-text", { name }, part);
  return name;
}

/** The table or slice that the argument at `index` names; undefined after an error, or where there is none. */
export function sourceArgument(form: CallForm, index: number): RowSource | undefined {
  const part = form.call.arguments[index];
  const word = part && wordArgument(form, part, index);
  return part === undefined || word === undefined ? undefined : sourceNamed(form.state, word, part);
}

function wordArgument({ state, definition }: CallForm, part: Expression, index: number): string | undefined {
  return constantName(state, part, definition.name, definition.parameters[index]?.name ?? "");
}

/** The rows that the argument at `index` is: of a table or slice by its name, else of a list. Undefined after an error. */
export function rowsArgument(form: CallForm, index: number): RowSource | undefined {
  const { state, call, definition } = form;
  const part = call.arguments[index];
  if (
    part === undefined ||
    part.kind === "text" ||
    (part.kind === "raw-text" && state.named(part.value) === undefined)
  )
    return sourceArgument(form, index);
  const refs = state.check(part);
  if (refs === undefined) return undefined;
  const table = rowsOfList(state, refs.type);
  if (table === undefined || isUntypedLiteral(refs))
    return state.report(
      "type/rows-expected",
      { function: definition.name, actual: state.typeName(refs.type) },
      part,
    );
  state.readsTable(table);
  return { table, filter: undefined, refs };
}

/** The column of a scanned row that the argument at `index` names; undefined after an error, or where there is none. */
export function columnArgument(form: CallForm, index: number, row: RowInView): Node | undefined {
  const part = form.call.arguments[index];
  const word = part && wordArgument(form, part, index);
  return part === undefined || word === undefined ? undefined : fieldNamed(form.state, row, word, part);
}
