import type { IToken } from "chevrotain";
import type { FunctionsByName } from "../functions/functions-of.ts";
import type { Expression } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";
import { partsOf } from "./parts-of.ts";

/** Where the cursor is in an unfinished source. */
export interface CursorPlace {
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
export function placeCursor(
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
  const tree = parse(`${before.slice(0, word)}[\u0001]${closersOf(tokens)}`, tableNames).output;
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
  const closers: string[] = [];
  for (const { tokenType } of tokens) {
    if (tokenType === token.LeftParenthesis) closers.push(")");
    else if (tokenType === token.LeftBrace) closers.push("}");
    else if (tokenType === token.RightParenthesis || tokenType === token.RightBrace) closers.pop();
  }
  return closers.reverse().join("");
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
  return node.kind === "column" && node.name === "\u0001";
}

function findParent(tree: Expression): Expression | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = partsOf(node);
    if (children.some(isCursor)) return node;
    for (const child of children) waiting.push(child);
  }
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
