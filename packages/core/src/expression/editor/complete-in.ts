import type { IToken } from "chevrotain";
import { beginCheck } from "../check/check-expression.ts";
import {
  type CheckState,
  type ExpressionScope,
  type RowInView,
  tableNamesOf,
  type Watcher,
} from "../check/check-state.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import type { FunctionsByName } from "../functions/functions-of.ts";
import type { Expression } from "../syntax/ast.ts";
import { partsOf, partsWithin } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";
import type { TableScope } from "../tree/scope.ts";
import { everyTable, familyOf, isScalarKind, scalar, type Type, typeName } from "../tree/type.ts";
import { describeDefinition } from "./describe-definition.ts";
import { openBrackets } from "./open-brackets.ts";
import { PLACEHOLDER } from "./repair-source.ts";

export interface Completion {
  readonly label: string;
  readonly kind: "column" | "table" | "slice" | "function" | "constant";
  /** The type of a column, the syntax of a function, the columns of a table. */
  readonly detail: string;
  /** What replaces the source from `start` to `end` of the answer. */
  readonly insert: string;
}

export interface Completions {
  readonly start: number;
  readonly end: number;
  /** Those that fit the type expected here come first. */
  readonly completions: readonly Completion[];
}

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export function completeIn(read: ExpressionScope, source: string, offset: number): Completions {
  const place = placeCursor(source, offset, tableNamesOf(read), read.functions);
  const { row, expected } = look(place, read);
  const offered = offer(place, read, row);
  const typed = place.typed.toLowerCase();
  const matching = offered.filter(({ label }) => label.toLowerCase().includes(typed));
  const rank = (one: Offered) => (one.label.toLowerCase().startsWith(typed) ? 0 : 3) + misfit(one, expected);
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
}

interface Seen {
  readonly row: RowInView | undefined;
  readonly expected: Type | undefined;
}

/** Checks the source up to the cursor and notes which row is in view there and which type its place wants. */
function look({ tree, sibling, parameterType }: CursorPlace, scope: ExpressionScope): Seen {
  let seen: Seen = {
    row: undefined,
    expected: isScalarKind(parameterType ?? "") ? scalar(parameterType as "Text") : undefined,
  };
  if (tree === undefined) return seen;
  const onLookup: Watcher["onLookup"] = (state, row) => {
    seen = { row, expected: seen.expected ?? typeOf(state, sibling) };
    return undefined;
  };
  beginCheck(scope, { placeholder: PLACEHOLDER, onLookup }).check(tree);
  return seen;
}

function typeOf(state: CheckState, sibling: Expression | undefined): Type | undefined {
  return sibling === undefined ? undefined : state.check(sibling)?.type;
}

function offer(place: CursorPlace, scope: ExpressionScope, row: RowInView | undefined): Offered[] {
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
  return [
    ...columns,
    ...[...scope.functions.values()].map(offerFunction),
    ...tables,
    ...slices,
    ...constants,
  ];
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
  return { label, kind, detail, insert: asName ? label : `${label}[`, result: undefined };
}

function offerFunction(definition: FunctionDefinition): Offered {
  const { name, result } = definition;
  const { syntax, summary } = describeDefinition(definition);
  const type = isScalarKind(result) ? scalar(result) : undefined;
  return {
    label: name,
    kind: "function",
    detail: `${syntax} · ${summary}`,
    insert: `${name}(`,
    result: type,
  };
}

/** 0 for what fits the expected type, 2 for what does not, 1 for what may. */
function misfit({ result, kind }: Offered, expected: Type | undefined): number {
  if (result === undefined) return kind === "constant" ? 2 : 1;
  return expected === undefined || familyOf(result) === familyOf(expected) ? 0 : 2;
}

/** Where the cursor is in an unfinished source. */
interface CursorPlace {
  /** What a completion replaces, and what of it is typed already. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** Whether a column's name is being written, and whether no table or Ref stands before its bracket. */
  readonly inBrackets: boolean;
  readonly isBare: boolean;
  /** Whether the argument here is the name of a table. */
  readonly wantsName: boolean;
  /** The source up to the cursor, closed, with a column named U+0001 at the cursor; undefined when that does not read. */
  readonly tree: Expression | undefined;
  /** The other side of the operator at the cursor, whose type the place wants. */
  readonly sibling: Expression | undefined;
  /** What the parameter at the cursor takes, when the cursor is in a call. */
  readonly parameterType: string | undefined;
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
  const isOpen = inBrackets || last?.tokenType === token.UnclosedText;
  const word = isOpen ? last.startOffset : wordStart(before, last, tableNames);
  const start = isOpen ? word + 1 : word;
  const tail = inBrackets ? /^[^[\]]*\]?/ : /^[\p{L}\p{N}_]*/u;
  const end = before.length + (tail.exec(source.slice(before.length))?.[0].length ?? 0);
  const tree = parse(`${before.slice(0, word)}[${PLACEHOLDER}]${closersOf(tokens)}`, tableNames).output;
  const parent = tree && findParent(tree);
  const parameter = parent?.kind === "call" ? parameterAt(parent, functions) : undefined;
  return {
    start,
    end,
    typed: before.slice(start),
    inBrackets,
    isBare: !isColumnOf(tokens.at(-2)),
    wantsName: parameter?.type === "Name",
    tree,
    sibling: parent?.kind === "operation" ? siblingIn(parent) : undefined,
    parameterType: parameter?.type,
  };
}

/** Whether a column after this token is one of a table or a Ref. */
function isColumnOf(previous: IToken | undefined): boolean {
  return previous?.tokenType.PUSH_MODE === "operator" || previous?.tokenType === token.TableName;
}

/** What closes the round and curly brackets that are open after the tokens. */
function closersOf(tokens: readonly IToken[]): string {
  return openBrackets(tokens)
    .map(({ closer }) => closer)
    .reverse()
    .join("");
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

function isCursor(node: Expression): boolean {
  return node.kind === "column" && node.name === PLACEHOLDER;
}

function findParent(tree: Expression): Expression | undefined {
  for (const part of partsWithin(tree)) if (partsOf(part).some(isCursor)) return part;
  return undefined;
}

function parameterAt(call: Extract<Expression, { kind: "call" }>, functions: FunctionsByName) {
  const parameters = functions.get(call.name.toUpperCase())?.parameters ?? [];
  const index = call.arguments.findIndex(isCursor);
  return parameters[index] ?? parameters.findLast(({ repeat }) => repeat === true);
}

function siblingIn({ operands }: Extract<Expression, { kind: "operation" }>): Expression | undefined {
  return operands[operands.findIndex(isCursor) - 1] ?? operands.find((operand) => !isCursor(operand));
}
