import type { IToken } from "chevrotain";
import { beginCheck } from "../check/check-expression.ts";
import { type ExpressionScope, type RowInView, tableNamesOf, type Watcher } from "../check/check-state.ts";
import type {
  FunctionDefinition,
  FunctionsByName,
  Parameter,
  ParameterType,
} from "../check/function-definition.ts";
import { type Choice, choiceOf } from "../check/literals.ts";
import { type Call, type Expression, partsOf, partsWithin } from "../syntax/ast.ts";
import { recover } from "../syntax/parse.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";
import type { TableScope } from "../tree/scope.ts";
import { everyTable, familyOf, isOrdered, isScalarKind, scalar, type Type, typeName } from "../tree/type.ts";
import { activeParameter } from "./signature-help-in.ts";

/** What may be written at a place, as an editor offers it. */
export interface Completion {
  readonly label: string;
  readonly kind: "column" | "table" | "slice" | "function" | "constant" | "operator";
  /** The type of a column, the syntax of a function, the columns of a table, the column that has a constant. */
  readonly detail: string;
  /** What replaces the source from `start` to `end` of the answer. */
  readonly insert: string;
}

/** The completions of a place, and the part of the source that they replace. Offsets are UTF-16 units. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  /** Those that fit the type expected here come first. */
  readonly completions: readonly Completion[];
}

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export function completeIn(read: ExpressionScope, source: string, offset: number): Completions {
  const place = placeCursor(source, offset, tableNamesOf(read), read.functions);
  const seen = look(place, read);
  const offered = offer(place, read, seen);
  const typed = place.typed.toLowerCase();
  const isNumber = /^\d/.test(typed);
  const matching = offered.filter(({ label }) =>
    isNumber ? label.toLowerCase().startsWith(typed) : label.toLowerCase().includes(typed),
  );
  const rank = (one: Offered) => (one.label.toLowerCase().startsWith(typed) ? 0 : 3) + misfit(one, seen);
  const ranked = matching.map((one) => ({ one, rank: rank(one) })).sort((a, b) => a.rank - b.rank);
  const completions = ranked.map(({ one: { label, kind, detail, insert } }) => ({
    label,
    kind,
    detail,
    insert,
  }));
  return { start: place.start, end: place.end, completions };
}

interface Offered extends Completion {
  readonly result: Type | undefined;
  readonly isChoice?: true;
}

interface Seen {
  readonly row: RowInView | undefined;
  readonly expected: Type | undefined;
  /** Whether the place wants a list, and what its items may be. */
  readonly list: ParameterType | undefined;
  /** What the column has that the value is compared with, where its cells are chosen from a list. */
  readonly choice: Choice | undefined;
}

/** Checks the source up to the cursor and notes which row is in view there and which type its place wants. */
function look({ tree, sibling, parameterType = "Any" }: CursorPlace, scope: ExpressionScope): Seen {
  let seen: Seen = {
    row: undefined,
    expected: isScalarKind(parameterType) && parameterType !== "Any" ? scalar(parameterType) : undefined,
    list: parameterType.startsWith("List") ? parameterType : undefined,
    choice: undefined,
  };
  if (tree === undefined) return seen;
  const onLookup: Watcher["onLookup"] = (state, row) => {
    const beside = sibling && state.check(sibling);
    const type = beside?.type.kind === "List" && !seen.list ? beside.type.item : beside?.type;
    seen = {
      ...seen,
      row,
      expected: seen.expected ?? type,
      choice: beside && choiceOf(state, beside, "offered"),
    };
  };
  beginCheck(scope, { cursor: CURSOR, onLookup }).check(tree);
  return seen;
}

function offer(place: CursorPlace, scope: ExpressionScope, { row, choice, list }: Seen): Offered[] {
  const values = list === undefined ? valuesOf(choice, place.inText) : [];
  if (place.inText && !place.wantsName) return values;
  const columns = row === undefined ? [] : columnsOf(row.table, place.inBrackets);
  if (place.inBrackets) return [...columns, ...(place.isBare ? rowNames(scope) : [])];
  const tables = [...scope.tables.values()].map((table) =>
    offerTable("table", table.name, table, place.wantsName),
  );
  const slices = [...scope.slices.values()].map((slice) =>
    offerTable("slice", slice.name, slice.table, place.wantsName),
  );
  if (place.wantsName) return [...tables, ...slices];
  const constants = ["TRUE", "FALSE"].map((label) => constant(label));
  const functions = [...scope.functions.values()].map((definition) => offerFunction(definition, place));
  const own = [...tables, ...slices];
  const isOwnFirst = list !== undefined || (place.typed !== "" && place.typed !== place.typed.toUpperCase());
  return [
    ...values,
    ...columns,
    ...(isOwnFirst ? [...own, ...functions] : [...functions, ...own]),
    ...constants,
  ];
}

/** The values of a column, as texts. */
function valuesOf(choice: Choice | undefined, isQuoted: boolean): Offered[] {
  return (choice?.values ?? []).map((label) => ({
    label,
    kind: "constant",
    detail: choice?.column ?? "",
    insert: isQuoted ? label : `"${label.replaceAll('"', '""')}"`,
    result: undefined,
    isChoice: true,
  }));
}

function columnsOf(table: TableScope, inBrackets: boolean): Offered[] {
  return table.columns.map(({ name, type }) => ({
    label: name,
    kind: "column",
    detail: typeName(type, everyTable),
    insert: inBrackets ? `${name}]` : `[${name}]`,
    result: type,
  }));
}

function rowNames({ row, this: column, change }: ExpressionScope): Offered[] {
  const names = [...(row === undefined ? [] : ["_THISROW"]), ...(column === undefined ? [] : ["_THIS"])];
  const images = change && row !== undefined ? ["_THISROW_BEFORE", "_THISROW_AFTER"] : [];
  return [...names, ...images].map((label) => ({ ...constant(label), insert: `${label}]` }));
}

function constant(label: string): Offered {
  const result = label.startsWith("_") ? undefined : scalar("Yes/No");
  return { label, kind: "constant", detail: result === undefined ? "row" : "Yes/No", insert: label, result };
}

function offerTable(kind: "table" | "slice", label: string, table: TableScope, asName: boolean): Offered {
  const detail = table.columns.map(({ name }) => name).join(", ");
  return { label, kind, detail, insert: asName ? label : `${label}[`, result: ANY_LIST };
}

function offerFunction(
  { name, result, syntax, summary }: FunctionDefinition,
  { isCalled }: CursorPlace,
): Offered {
  const type = isScalarKind(result) ? scalar(result) : result.startsWith("List") ? ANY_LIST : undefined;
  return {
    label: name,
    kind: "function",
    detail: `${syntax} · ${summary}`,
    insert: isCalled ? name : `${name}(`,
    result: type,
  };
}

const ANY_LIST: Type = { kind: "List", item: scalar("Any") };

/** 0 for what fits the expected type, 2 for what does not, 1 for what may. */
function misfit({ result, kind, isChoice }: Offered, { expected, list }: Seen): number {
  if (isChoice) return 0;
  if (result === undefined) return kind === "constant" ? 2 : 1;
  if (list !== undefined) return isListOf(list, result) ? 0 : 2;
  return expected === undefined || familyOf(result) === familyOf(expected) ? 0 : 2;
}

function isListOf(parameter: ParameterType, type: Type | undefined): boolean {
  if (type?.kind !== "List") return false;
  const isOfAny = parameter === "List" || parameter === "List of Text" || type === ANY_LIST;
  return isOfAny || isOrdered(familyOf(type.item));
}

/** Where the cursor is in an unfinished source. */
interface CursorPlace {
  /** What a completion replaces, and what of it is typed already. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** Whether a column's name is being written, and whether no table or Ref precedes its bracket. */
  readonly inBrackets: boolean;
  readonly isBare: boolean;
  /** Whether the cursor is in a text whose quote is open. */
  readonly inText: boolean;
  /** Whether a round bracket follows the word at the cursor. */
  readonly isCalled: boolean;
  /** Whether the argument here is the name of a table. */
  readonly wantsName: boolean;
  /** The source with a placeholder at the cursor; undefined where it is beyond a limit. */
  readonly tree: Expression | undefined;
  /** What the value at the cursor is compared or joined with, whose type the place wants. */
  readonly sibling: Expression | undefined;
  /** What the parameter at the cursor takes, when the cursor is in a call. */
  readonly parameterType: ParameterType | undefined;
}

/** `tableNames` are the names a table column may begin with, longest first. */
function placeCursor(
  source: string,
  offset: number,
  tableNames: readonly string[],
  functions: FunctionsByName,
): CursorPlace {
  const before = source.slice(0, Math.max(0, Math.min(offset, source.length)));
  const tokens = tokenise(before, tableNames);
  const last = tokens.at(-1);
  const inBrackets = last?.tokenType === token.UnclosedColumn;
  const inText = last?.tokenType === token.UnclosedText;
  const isOpen = inBrackets || inText;
  const word = isOpen ? last.startOffset : wordStart(before, last, tableNames);
  const start = isOpen ? word + 1 : word;
  const tail = inBrackets ? /^[^[\]]*\]?/ : inText ? /^[^"',)\n]*/ : /^[\p{L}\p{N}_]*/u;
  const end = before.length + (tail.exec(source.slice(before.length))?.[0].length ?? 0);
  const withCursor = `${before.slice(0, word)}[${CURSOR}]`;
  const isCalled = source[end] === "(";
  const rest = source.slice(inText && source[end] === before[word] ? end + 1 : end);
  const { output: tree } = recover(isCalled ? withCursor : withCursor + rest, tableNames);
  const parent = tree && parentOf(tree, isCursor);
  const parameter = parent?.kind === "call" ? parameterAt(parent, isCursor, functions) : undefined;
  return {
    start,
    end,
    typed: before.slice(start),
    inBrackets,
    inText,
    isCalled,
    isBare: !isColumnOf(tokens.at(-2)),
    wantsName: parameter?.type === "Name",
    tree,
    sibling: tree && siblingIn(tree, isCursor, functions),
    parameterType: parameter?.type,
  };
}

/** Whether a column after this token is one of a table or a Ref. */
function isColumnOf(previous: IToken | undefined): boolean {
  return previous?.tokenType.PUSH_MODE === "operator" || previous?.tokenType === token.TableName;
}

/** Where the word before the cursor begins; the words of a table's name that is half written are one. */
function wordStart(before: string, last: IToken | undefined, tableNames: readonly string[]): number {
  if (last === undefined || !WORDS.includes(last.tokenType)) return before.length;
  const earliest = before.length - (tableNames[0]?.length ?? 0);
  for (const { index } of last.image.matchAll(/\S+/g)) {
    const start = last.startOffset + index;
    if (start < earliest) continue;
    const typed = before.slice(start).toLowerCase();
    if (tableNames.some((name) => name.toLowerCase().startsWith(typed))) return start;
  }
  let start = before.length;
  while (start > last.startOffset && WORD_UNIT.test(before.charAt(start - 1))) start -= 1;
  return start;
}

const WORDS = [token.RawTextToken, token.BooleanToken, token.NumberToken];

/** A letter, a digit, an underscore or half a character beyond 16 bits. */
const WORD_UNIT = /[\p{L}\p{N}_\p{Cs}]/u;

/** No column has this name. */
const CURSOR = "\u0002";

function isCursor(node: Expression): boolean {
  return node.kind === "column" && node.name === CURSOR;
}

type IsPart = (part: Expression) => boolean;

function parentOf(tree: Expression, isPart: IsPart): Expression | undefined {
  for (const around of partsWithin(tree)) if (partsOf(around).some(isPart)) return around;
  return undefined;
}

function parameterAt(call: Call, isPart: IsPart, functions: FunctionsByName): Parameter | undefined {
  const parameters = functions.get(call.name.toUpperCase())?.parameters ?? [];
  return parameters[activeParameter(parameters, call.arguments.findIndex(isPart)) ?? -1];
}

/** What a part is compared or joined with; an item of a list what the list is compared with. */
function siblingIn(tree: Expression, isPart: IsPart, functions: FunctionsByName): Expression | undefined {
  const parent = parentOf(tree, isPart);
  switch (parent?.kind) {
    case "list":
      return siblingIn(tree, (part) => part === parent, functions);
    case "operation": {
      const { operands } = parent;
      return operands[operands.findIndex(isPart) - 1] ?? operands.find((operand) => !isPart(operand));
    }
    case "call":
      return parent.arguments[parameterAt(parent, isPart, functions)?.comparedWith ?? -1];
    default:
      return undefined;
  }
}
