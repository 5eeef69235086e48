import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { Limits } from "../runtime/limits.ts";
import { Brackets } from "./brackets.ts";
import { scanWords } from "./scan-words.ts";
import * as token from "./tokens.ts";

export interface LexedSource {
  readonly tokens: IToken[];
  /** The first mistake; there are no tokens worth parsing when there is one. */
  readonly mistake: Diagnostic | undefined;
}

/**
 * Cuts a source into tokens, from left to right without recursion. Depth, node and argument counts are held here,
 * before the parser, whose own stack is shallower than what input can ask for.
 * `tableNames` are the names a table column may begin with, longest first.
 */
export function lex(source: string, limits: Limits, tableNames: readonly string[] = []): LexedSource {
  const mistake = (diagnostic: Diagnostic): LexedSource => ({ tokens: [], mistake: diagnostic });
  if (source.length > limits.expressionLength) {
    const details = { limit: limits.expressionLength };
    return mistake(diagnose("limit/expression-length", details, { start: 0, end: source.length }));
  }
  const state: State = {
    source,
    limits,
    tableNames,
    tokens: [],
    brackets: new Brackets(limits),
    at: 0,
    valueDue: true,
    nodes: 0,
  };
  skipBlanks(state);
  if (source[state.at] === "=") push(state, token.LeadingEquals, state.at + 1);
  for (skipBlanks(state); state.at < source.length; skipBlanks(state)) {
    const found = state.valueDue ? lexValue(state) : lexAfterValue(state);
    if (found !== undefined) return mistake(found);
    if (state.nodes > limits.nodes) {
      return mistake(
        diagnose("limit/nodes", { limit: limits.nodes }, { start: state.at, end: source.length }),
      );
    }
  }
  const unclosed = state.valueDue ? missingValue(state, source.length, "") : state.brackets.unclosed();
  return unclosed === undefined ? { tokens: state.tokens, mistake: undefined } : mistake(unclosed);
}

interface State {
  readonly source: string;
  readonly limits: Limits;
  readonly tableNames: readonly string[];
  readonly tokens: IToken[];
  readonly brackets: Brackets;
  at: number;
  /** Whether a value must come next, rather than an operator, a comma or a closing bracket. */
  valueDue: boolean;
  nodes: number;
}

const BLANKS = /\s*/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}_])/uy;
const LEGACY = /@\s*\(\s*([^\s()]*)\s*(\)?)/y;
const OPERATOR = /<>|<=|>=|[=<>&+\-*/%^]/y;

function skipBlanks(state: State): void {
  const unit = state.source.charCodeAt(state.at);
  if (unit > 32 && unit < 128) return;
  BLANKS.lastIndex = state.at;
  BLANKS.test(state.source);
  state.at = BLANKS.lastIndex;
}

function push(state: State, type: TokenType, end: number, payload?: unknown): undefined {
  const instance = createTokenInstance(
    type,
    state.source.slice(state.at, end),
    state.at,
    end - 1,
    0,
    0,
    0,
    0,
  );
  instance.payload = payload;
  state.tokens.push(instance);
  state.at = end;
}

function match(state: State, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = state.at;
  return pattern.exec(state.source);
}

function lexValue(state: State): Diagnostic | undefined {
  const { source, at } = state;
  const character = source.charAt(at);
  switch (character) {
    case "(":
    case "{":
      return open(state, character === "(" ? token.LeftParenthesis : token.LeftBrace, character);
    case ")":
      if (previousIs(state, token.LeftParenthesis) && callIsOpen(state)) return close(state, character);
      return missingValue(state, at, character);
    case "}":
    case ",":
      return missingValue(state, at, character);
    case "[":
      return lexColumn(state);
    case '"':
    case "'":
      return lexText(state, character);
    case "-":
    case "+":
      return state.brackets.deepen(at) ?? count(state, push(state, token.Sign, at + 1));
    case "@":
      return lexLegacyCall(state);
  }
  const operator = match(state, OPERATOR);
  if (operator !== null) return missingValue(state, at, operator[0]);
  const number = match(state, NUMBER);
  if (number !== null) return value(state, token.NumberToken, at + number[0].length);
  return lexWords(state);
}

function lexAfterValue(state: State): Diagnostic | undefined {
  const { source, at } = state;
  const character = source.charAt(at);
  switch (character) {
    case ")":
    case "}":
      return close(state, character);
    case ",":
      state.valueDue = true;
      return state.brackets.comma(at) ?? push(state, token.Comma, at + 1);
    case "[":
      return state.brackets.deepen(at) ?? lexColumn(state);
    case ".":
      return lexDot(state);
  }
  const operator = match(state, OPERATOR)?.[0];
  if (operator === undefined) return operatorWanted(state);
  if (operator === "=" && source[at + 1] === "=") {
    return diagnose("syntax/double-equals", {}, { start: at, end: at + 2 });
  }
  const tooDeep = operator === "^" ? state.brackets.deepen(at) : state.brackets.level();
  state.valueDue = true;
  return tooDeep ?? push(state, token.OperatorToken, at + operator.length);
}

function count(state: State, _pushed: undefined): undefined {
  state.nodes += 1;
}

function value(state: State, type: TokenType, end: number, payload?: unknown): undefined {
  state.valueDue = false;
  return count(state, push(state, type, end, payload));
}

function open(state: State, type: TokenType, character: "(" | "{"): Diagnostic | undefined {
  return state.brackets.open(character, state.at) ?? push(state, type, state.at + 1);
}

function close(state: State, character: ")" | "}"): Diagnostic | undefined {
  const mistake = state.brackets.close(character, state.at);
  state.valueDue = false;
  return mistake ?? push(state, character === ")" ? token.RightParenthesis : token.RightBrace, state.at + 1);
}

function previousIs(state: State, type: TokenType): boolean {
  return state.tokens.at(-1)?.tokenType === type;
}

/** Whether the "(" just read belongs to a call, where it may be closed at once. */
function callIsOpen(state: State): boolean {
  return state.tokens.at(-2)?.tokenType === token.FunctionName;
}

function lexColumn(state: State): Diagnostic | undefined {
  const end = state.source.indexOf("]", state.at);
  if (end === -1) {
    const place = { start: state.at, end: state.at + 1 };
    return diagnose("syntax/missing-bracket", { open: "[", close: "]" }, place);
  }
  return value(state, token.ColumnToken, end + 1, state.source.slice(state.at + 1, end).trim());
}

function lexText(state: State, quote: string): Diagnostic | undefined {
  const { source, at } = state;
  let end = source.indexOf(quote, at + 1);
  while (end !== -1 && source[end + 1] === quote) end = source.indexOf(quote, end + 2);
  if (end === -1) return diagnose("syntax/missing-quote", { quote }, { start: at, end: source.length });
  return value(state, token.TextToken, end + 1, source.slice(at + 1, end).replaceAll(quote + quote, quote));
}

function lexLegacyCall(state: State): Diagnostic | undefined {
  const { at } = state;
  const [whole = "", name = "", closing] = match(state, LEGACY) ?? [];
  if (whole === "") return unknownCharacter(state);
  if (!name.startsWith("_"))
    return diagnose("syntax/legacy-name", { name }, { start: at, end: at + whole.length });
  if (closing === "") {
    return diagnose(
      "syntax/missing-bracket",
      { open: "(", close: ")" },
      { start: at + 1, end: at + whole.length },
    );
  }
  return value(state, token.LegacyCall, at + whole.length, name.slice(1));
}

function lexWords(state: State): Diagnostic | undefined {
  const { at } = state;
  const words = scanWords(state.source, at, state.tableNames);
  if (words.end === at) return unknownCharacter(state);
  if (words.infix !== undefined) {
    const { word, start } = words.infix;
    return diagnose("syntax/infix-word", { word }, { start, end: start + word.length });
  }
  switch (words.meaning) {
    case "function":
      return count(state, push(state, token.FunctionName, words.end));
    case "table":
      push(state, token.TableName, words.end);
      skipBlanks(state);
      return lexColumn(state);
    case "boolean":
      return value(state, token.BooleanToken, words.end);
    default:
      return value(state, token.RawTextToken, words.end);
  }
}

function lexDot(state: State): Diagnostic | undefined {
  const { source, at } = state;
  const after = /\s*([^\s,()[\]{}]*)/y;
  after.lastIndex = at + 1;
  const name = after.exec(source)?.[1] ?? "";
  if (source[after.lastIndex] === "[" && name === "") {
    push(state, token.Dot, at + 1);
    skipBlanks(state);
    return state.brackets.deepen(at) ?? lexColumn(state);
  }
  return diagnose(
    "syntax/dereference",
    { name: name === "" ? source.charAt(after.lastIndex) : name },
    {
      start: at,
      end: after.lastIndex,
    },
  );
}

/** Something that cannot follow a value: a word used like an operator, a second value, a stray character. */
function operatorWanted(state: State): Diagnostic {
  const words = scanWords(state.source, state.at, []);
  const found = /^\p{L}+/u.exec(state.source.slice(state.at, words.end))?.[0] ?? "";
  const word = found.toUpperCase();
  const place = { start: state.at, end: state.at + found.length };
  if (word === "AND" || word === "OR" || word === "NOT")
    return diagnose("syntax/infix-word", { word }, place);
  if (words.end > state.at) {
    const text = state.source.slice(state.at, words.end);
    return diagnose("syntax/operator-wanted", { found: text }, { start: state.at, end: words.end });
  }
  const character = state.source.charAt(state.at);
  if (`"'({@`.includes(character)) {
    return diagnose("syntax/operator-wanted", { found: character }, { start: state.at, end: state.at + 1 });
  }
  return unknownCharacter(state);
}

function unknownCharacter(state: State): Diagnostic {
  const character = String.fromCodePoint(state.source.codePointAt(state.at) ?? 0);
  return diagnose(
    "syntax/unknown-character",
    { character },
    { start: state.at, end: state.at + character.length },
  );
}

/** A value is due and `found` (or the end of the source) stands there instead. */
function missingValue(state: State, at: number, found: string): Diagnostic {
  const before = state.tokens.at(-1);
  if (found === "") {
    const place = { start: state.source.length, end: state.source.length };
    const isEmpty = before === undefined || before.tokenType === token.LeadingEquals;
    return isEmpty
      ? diagnose("syntax/empty", {}, place)
      : diagnose("syntax/cut-off", { after: before.image }, place);
  }
  const place = { start: at, end: at + found.length };
  const opens = [token.LeftParenthesis, token.LeftBrace, token.Comma] as (TokenType | undefined)[];
  const isArgument = opens.includes(before?.tokenType) && state.brackets.isOpen();
  return diagnose(isArgument ? "syntax/empty-argument" : "syntax/value-wanted", { found }, place);
}
