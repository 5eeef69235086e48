import { type Instead, type Span, writeInstead } from "../../diagnostics/index.ts";
import { significantDigits } from "../../values/index.ts";
import type {
  ColumnReference,
  Dereference,
  Expression,
  ListLiteral,
  NumberLiteral,
  RawText,
  TableColumn,
  TextLiteral,
} from "../syntax/ast.ts";
import { wordHabit } from "../syntax/habits.ts";
import { BEFORE, type ConstantNode, constant, type Node, type ParameterNode } from "../tree/node.ts";
import { findName, type TableScope } from "../tree/scope.ts";
import { listOf, scalar, type Type } from "../tree/type.ts";
import { checkCall } from "./check-call.ts";
import { checkOperation, checkSigned } from "./check-operator.ts";
import { CheckState, type ExpressionScope, type RowInView, type Watcher } from "./check-state.ts";
import { columnOf, fieldOf, keyField, rowsOfTable, tableOfRefs, valuesOfColumn } from "./columns.ts";
import { jsonPart } from "./json-parts.ts";
import { isUntypedLiteral, textLiteral } from "./literals.ts";
import { columnOfNamed, selectFrom } from "./select-from.ts";
import { makeList } from "./unify.ts";

/** Begins a check in a scope. */
export function beginCheck(scope: ExpressionScope, watcher?: Watcher): CheckState {
  return new CheckState(scope, checkExpression, watcher);
}

/** The typed node of any part of an expression; undefined after an error, which has been reported. */
function checkExpression(state: CheckState, part: Expression): Node | undefined {
  switch (part.kind) {
    case "number":
      return checkNumber(state, part);
    case "text":
      return textLiteral(part.value, part);
    case "raw-text":
      return checkRawText(state, part);
    case "boolean":
      return constant(part.value, scalar("Yes/No"), part);
    case "list":
      return checkList(state, part);
    case "call":
      return checkCall(state, part);
    case "column":
      return checkColumn(state, part);
    case "table-column":
      return checkTableColumn(state, part);
    case "dereference":
      return checkDereference(state, part);
    case "signed":
      return checkSigned(state, part);
    case "operation":
      return checkOperation(state, part);
  }
}

function checkNumber(state: CheckState, part: NumberLiteral): ConstantNode | undefined {
  const value = Number(part.text);
  const isWhole = !part.text.includes(".");
  const isKept = isWhole ? Number.isSafeInteger(value) : significantDigits(part.text) <= 15;
  if (!isKept) return state.report("limit/number", { text: part.text }, part);
  return constant(value, scalar(isWhole ? "Number" : "Decimal"), part);
}

function checkRawText(state: CheckState, part: RawText): Node | undefined {
  const named = state.named(part.value);
  if (named !== undefined) return { ...named, start: part.start, end: part.end };
  const columns = state.innermostRow?.table.columns ?? [];
  const isColumn = findName(columns, part.value).match !== undefined;
  if (isColumn) return state.report("name/bare-column", { name: part.value }, part);
  if (reportBareName(state, part)) return undefined;
  const habit =
    functionHint(state, part.value) ??
    misspeltName(state, part.value) ??
    wordHabit(part.value) ??
    rowsOfTable(state, part.value) ??
    misspeltColumn(state, part.value);
  const hint = habit?.hint.replace(/\.$/, `, or "${part.value}" in quotes for the text.`);
  const details = { text: part.value, ...habit, ...(hint && { hint }) };
  if (state.scope.isStrict === true) return state.report("syntax/bare-word", details, part);
  state.words.push({ ...habit, start: part.start, end: part.end });
  state.report("syntax/raw-text", details, part);
  return textLiteral(part.value, part);
}

type WordHint = NonNullable<ReturnType<typeof wordHabit>>;

/** A word that is nearly a name of LET. */
function misspeltName(state: CheckState, word: string): WordHint | undefined {
  const meant = state.suggest(word, state.namesOfLet);
  return meant === undefined
    ? undefined
    : { instead: meant, hint: `Did you mean ${meant}, the name of LET?` };
}

/** A word that is nearly the name of a column. */
function misspeltColumn(state: CheckState, word: string): WordHint | undefined {
  const { table } = state.innermostRow ?? {};
  if (word.length < 5 || table === undefined || !state.isVisible(table.name)) return undefined;
  const meant = state.suggest(
    word,
    table.columns.map(({ name }) => name),
  );
  return meant === undefined ? undefined : writeInstead(`[${meant}]`, " for the column");
}

/** TODAY and its kin are functions, which need brackets. */
function functionHint(state: CheckState, words: string): WordHint | undefined {
  const definition = state.scope.functions.get(words.toUpperCase());
  if (definition === undefined) return undefined;
  const { name, parameters } = definition;
  if (parameters.every(({ optional }) => optional === true))
    return writeInstead(`${name}()`, " for its value");
  return words === name ? { hint: `${name} is a function: write ${name}(…).` } : undefined;
}

function checkList(state: CheckState, part: ListLiteral): Node | undefined {
  const items = part.items.map((item) => state.check(item));
  return items.includes(undefined) ? undefined : makeList(state, items as Node[], part);
}

/**
 * Reports words without quotes that can only be meant as a name: `_THISROW`, `Customers.Name`, the column of a Ref with a
 * dot, or words in curly quotes. Answers whether it did.
 */
export function reportBareName(state: CheckState, part: RawText): boolean {
  const words = part.value;
  const [quote] = /^[\u2018\u2019\u201a\u201b]/.exec(words) ?? [];
  if (quote !== undefined) {
    state.report(
      "syntax/unknown-character",
      { character: quote },
      { start: part.start, end: part.start + 1 },
    );
    return true;
  }
  const hint = hintFor(state, words);
  if (hint !== undefined) state.report("name/without-brackets", { name: words, ...hint }, part);
  return hint !== undefined;
}

function hintFor(state: CheckState, words: string): Instead | undefined {
  if (/^_?item$/i.test(words) && state.innermostRow?.table.items !== undefined)
    return writeInstead("[_ITEM]", " for the item");
  const [first = "", ...others] = words.split(".");
  const [column] = others;
  if (others.length > 1) return undefined;
  const [, before, after] = RESERVED.exec(first) ?? [];
  if (before !== undefined) {
    const name = `[${before}${after === undefined ? "" : ` - ${after.trim()}`}]`;
    return writeInstead(column === undefined ? name : `${name}.[${column}]`);
  }
  return column === undefined ? undefined : hintForMember(state, first, column);
}

/** What programs call the current row. */
const ROW_WORDS = /^(?:row|record|this|self|item|it)$/i;

const RESERVED =
  /^(_(?:this|thisrow|thisrow_before|thisrow_after|thisuser|param|rownumber|computedkey))(?:\s*-\s*(\d{1,3}))?$/i;

/** `Table.Column`, and `Ref.Column` of a Ref in view. */
function hintForMember(state: CheckState, first: string, name: string): Instead | undefined {
  const { tables, slices } = state.scope;
  const row = state.innermostRow?.table;
  if (ROW_WORDS.test(first) && row !== undefined && hasColumn(state, row, name))
    return writeInstead(`[${name}]`);
  const ref = findName(state.innermostRow?.table.columns ?? [], first).match;
  if (ref?.type.kind === "Ref") {
    const target = tables.get(ref.type.table);
    return target && hasColumn(state, target, name) ? writeInstead(`[${ref.name}].[${name}]`) : undefined;
  }
  if (ref?.type.kind === "Object")
    return findName(ref.type.shape.columns, name).match && writeInstead(`[${ref.name}].[${name}]`);
  const source = findName([...tables.values(), ...slices.values()], first).match;
  if (source === undefined) return undefined;
  const table = "table" in source ? source.table : source;
  return hasColumn(state, table, name) ? valuesOfColumn(source.name, name) : undefined;
}

function hasColumn(state: CheckState, table: TableScope, name: string): boolean {
  return state.isVisible(table.name) && findName(table.columns, name).match !== undefined;
}

/** `[Name]`: a column of the innermost row, or the key of a row that has a name. */
export function checkColumn(state: CheckState, part: ColumnReference): Node | undefined {
  const isOwnName = part.name.startsWith("_");
  if (isOwnName && /^_this$/i.test(part.name)) return checkThis(state, part);
  const named = isOwnName ? rowNamed(state, part) : undefined;
  if (named === "error") return undefined;
  if (named !== undefined) {
    if (named.table.key.length === 0 && named.table.items === undefined)
      return state.report("name/no-key", {}, part);
    if (named.slot <= 0) for (const { name } of named.table.key) state.columns.add(name);
    return keyField(named, part);
  }
  const row = state.innermostRow;
  if (state.isUnwritten(part.name, row)) return undefined;
  if (row === undefined) return state.report("name/unknown-column", { name: part.name }, part);
  return columnOf(state, row, part.name, part);
}

function checkThis(state: CheckState, part: ColumnReference): Node | undefined {
  const { this: column, row, givesThis = false } = state.scope;
  if (column === undefined || row === undefined) return state.report("name/no-this", {}, part);
  state.columns.add(column.name);
  return fieldOf({ slot: givesThis ? BEFORE : 0, table: row }, column, part);
}

/** `Table[Column]`: the values of the column in all rows of the table or slice. */
export function checkTableColumn(state: CheckState, part: TableColumn): Node | undefined {
  const named = columnOfNamed(state, part);
  return named === undefined
    ? selectFrom(state, part, undefined, false, part)
    : checkDereference(state, named);
}

/** `target.[Column]`: a column of a row by name, of the row a Ref points at, or of each row of a list of Refs. */
export function checkDereference(state: CheckState, part: Dereference): Node | undefined {
  if (part.target.kind === "column") {
    const parameter = parameterNode(part.target, part.column, part);
    if (parameter?.from === "parameters") state.parameters.add(parameter.name);
    if (parameter !== undefined) return parameter;
    const named = rowNamed(state, part.target);
    if (named === "error") return undefined;
    if (named !== undefined) return columnOf(state, named, part.column, part, part.columnSpan);
  }
  const isNamed = part.target.kind === "raw-text" && state.named(part.target.value) !== undefined;
  if (
    !isNamed &&
    (part.target.kind === "raw-text" || part.target.kind === "text") &&
    reportTable(state, part.target, part)
  )
    return undefined;
  const target = state.check(part.target);
  return target && dereference(state, target, part);
}

/** Reports `Orders.[Price]`: a table is not one row. */
function reportTable(state: CheckState, target: RawText | TextLiteral, part: Dereference): boolean {
  const { tables, slices } = state.scope;
  const { match } = findName([...tables.values(), ...slices.values()], target.value);
  if (match === undefined || !state.isVisible(match.name)) return false;
  const hint = valuesOfColumn(match.name, part.column);
  state.report("type/not-a-ref", { what: `"${target.value}"`, type: "a table", ...hint }, part);
  return true;
}

function dereference(state: CheckState, target: Node, span: Dereference): Node | undefined {
  const part = jsonPart(target, [span.column], span);
  if (part !== undefined) {
    if (/^\d+$/.test(span.column))
      state.report(
        "type/json-item",
        { name: span.column, list: part.conversion.path.at(-2) ?? "items" },
        span.columnSpan,
      );
    return part;
  }
  const { type } = target;
  const table = tableOfRefs(state, type.kind === "List" ? type : listOf(type));
  if (table === undefined) {
    if (target.op === "column" && type.kind === "Unknown") return undefined; // its type has been reported
    if (isHiddenRef(state, type))
      return state.report("name/unknown-column", { name: span.column }, span.columnSpan);
    const hint = partHint(type, span);
    return state.report(
      "type/not-a-ref",
      { what: quoted(state, target), type: state.typeName(type), hint },
      span,
    );
  }
  const slot = state.scans.length + 1;
  state.readsTable(table);
  const field = columnOf(state, { slot, table }, span.column, span, span.columnSpan);
  if (field === undefined) return undefined;
  const { start, end } = span;
  if (type.kind !== "List")
    return { op: "dereference", ref: target, table, slot, field, type: field.type, start, end };
  const result = { kind: "List", item: field.type } as const;
  return {
    op: "list-dereference",
    refs: target,
    table,
    slot,
    condition: undefined,
    field,
    distinct: false,
    type: result,
    start,
    end,
  };
}

/** `[Tags][0]` and `[Status][0]`, or a column right after a value. */
function partHint(type: Type, { column, dotted }: Dereference): string | undefined {
  const at = /^\d{1,9}$/.test(column) ? Number(column) + 1 : undefined;
  if (at !== undefined && type.kind === "List") return `Write INDEX(list, ${at}) for an item.`;
  if (at !== undefined && type.kind === "Text") return `Write MID(text, ${at}, 1) for a character.`;
  if (type.kind === "List") return undefined;
  return dotted
    ? "Write only the column after the dot."
    : "Before the column an operator or a comma is missing.";
}

/** Whether it points at rows of which the caller may know nothing, not even which columns they have. */
function isHiddenRef(state: CheckState, type: Type): boolean {
  const item = type.kind === "List" ? type.item : type;
  return item.kind === "Ref" && !state.isVisible(item.table);
}

function quoted(state: CheckState, node: Node): string {
  if (node.op === "column") return `"[${node.name}]"`;
  return isUntypedLiteral(node) ? state.describe(node) : "this";
}

/**
 * The row that `[_THISROW]`, `[_THISROW-n]`, `[_THISROW_BEFORE]` or `[_THISROW_AFTER]` stands for; undefined when the
 * name is an ordinary column's, `error` when there is no such row here, which has been reported.
 */
function rowNamed(state: CheckState, part: ColumnReference): RowInView | "error" | undefined {
  const [whole, image, outward] = ROW_NAME.exec(part.name) ?? [];
  if (whole === undefined) return undefined;
  if (outward !== undefined) return outwardRow(state, Number(outward), part);
  const row = state.currentRow;
  if (row === undefined || (image !== undefined && !state.scope.change)) {
    state.report("name/no-row", { name: part.name }, part);
    return "error";
  }
  return image?.toUpperCase() === "BEFORE" ? { slot: BEFORE, table: row.table } : row;
}

const ROW_NAME = /^_thisrow(?:_(before|after)|\s*-\s*(\d{1,3}))?$/i;

function outwardRow(state: CheckState, depth: number, part: ColumnReference): RowInView | "error" {
  const inView = state.currentRow === undefined ? state.scans : [state.currentRow, ...state.scans];
  const row = inView[inView.length - 1 - depth];
  if (row !== undefined) return row;
  state.report("name/no-such-scope", { name: part.name, depth }, part);
  return "error";
}

/** `[_PARAM].[name]`, bound by the call, and `[_THISUSER].[setting]`. */
function parameterNode(target: ColumnReference, name: string, span: Span): ParameterNode | undefined {
  const [, kind] = /^_(param|thisuser)$/i.exec(target.name) ?? [];
  if (kind === undefined) return undefined;
  const from = kind.toLowerCase() === "param" ? "parameters" : "settings";
  return { op: "parameter", from, name, type: { kind: "Any" }, start: span.start, end: span.end };
}
