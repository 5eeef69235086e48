import type { IToken } from "chevrotain";
import { beginCheck } from "../check/check-expression.ts";
import { type ExpressionScope, tableNamesOf } from "../check/check-state.ts";
import { findArithmetic, findComparison, isComparison } from "../operators/index.ts";
import { OPERATORS, type Operator } from "../syntax/ast.ts";
import { recover } from "../syntax/parse.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";
import type { TableScope } from "../tree/scope.ts";
import { everyTable, familyOf, type TypeFamily, typeName } from "../tree/type.ts";
import { analyseSource } from "./analyse-source.ts";
import { type Completion, type Completions, completeIn } from "./complete-in.ts";
import { namesIn } from "./names-in.ts";
import { type OpenCall, openBrackets } from "./open-brackets.ts";
import { activeParameter } from "./signature-help-in.ts";

/**
 * As `completeIn`; in an argument that is a column's name or one of some words only these, and after a value only the
 * operators that its type has.
 */
export function completeArgumentIn(scope: ExpressionScope, source: string, offset: number): Completions {
  const before = source.slice(0, Math.max(0, offset));
  const tokens = tokenise(before, tableNamesOf(scope));
  const last = tokens.at(-1);
  const call = openBrackets(tokens).at(-1);
  const parameters = scope.functions.get(call?.name.toUpperCase() ?? "")?.parameters ?? [];
  const parameter = parameters[activeParameter(parameters, call?.commas ?? 0) ?? -1];
  const rest = source.slice(before.length);
  const here = { start: before.length, end: before.length };
  const isWord = last?.tokenType === token.RawTextToken || last?.tokenType === token.InfixWord;
  if (isWord && isWhole(tokens.at(-2)) && /\S$/.test(before)) return { ...here, completions: [] };
  const valueEnd = endOfValue(last, before);
  if (valueEnd !== undefined) {
    const isFollowed = /^\s*[=<>&+\-*/%^.]/.test(rest);
    const isCondition = parameter?.type === "Yes/No";
    const completions = isFollowed ? [] : operatorsAfter(scope, before, valueEnd, isCondition);
    return { ...here, completions };
  }
  const isText = last?.tokenType === token.UnclosedText;
  const isName = parameter?.type === "Name" && parameter.names !== "table";
  if (last?.tokenType === token.UnclosedColumn || !(isName || (isText && parameter?.words !== undefined)))
    return completeIn(scope, source, offset);
  const isWords = last?.tokenType === token.RawTextToken || last?.tokenType === token.TableName;
  const start = isText ? last.startOffset + 1 : isWords ? last.startOffset : before.length;
  const tail = isText ? rest.split(/["',)\n]/, 1)[0] : "";
  const typed = before.slice(start).toLowerCase();
  const meant = parameter?.names === "column" && call ? columnsFor(scope, source, call) : [];
  const words = parameter?.words ?? [];
  const quoteAt = isText ? start - 1 : start;
  const isRight = (label: string) =>
    isRightFrom(scope, `${before.slice(0, quoteAt)}"${label.replaceAll('"', '""')}"`, quoteAt);
  return {
    start,
    end: before.length + (tail ?? "").length,
    completions: [...meant, ...words.map((label) => ({ label, kind: "constant" as const, detail: "" }))]
      .filter(({ label }) => label.toLowerCase().includes(typed) && isRight(label))
      .map((one) => ({ ...one, insert: isText ? one.label : `"${one.label}"` })),
  };
}

/** The columns of the table that a call names before the cursor. */
function columnsFor(
  scope: ExpressionScope,
  source: string,
  call: OpenCall,
): readonly Omit<Completion, "insert">[] {
  const columns = tableNamedIn(scope, source, call)?.columns ?? [];
  return columns.map(({ name, type }) => ({
    label: name,
    kind: "column",
    detail: typeName(type, everyTable),
  }));
}

/** Whether a source has no error from `start` on, whatever is missing at its end. */
function isRightFrom(scope: ExpressionScope, source: string, start: number): boolean {
  const { output: tree } = recover(source, tableNamesOf(scope));
  const check = beginCheck(scope, {});
  if (tree !== undefined) check.check(tree);
  return !check.diagnostics.some((one) => one.severity === "error" && (one.start ?? 0) >= start);
}

/** The table that the arguments of a call name before the cursor. */
function tableNamedIn(scope: ExpressionScope, source: string, { start }: OpenCall): TableScope | undefined {
  const names = namesIn(analyseSource(source, scope));
  const named = names.find(({ kind, start: at }) => at > start && (kind === "table" || kind === "slice"));
  return scope.tables.get(named?.table ?? "");
}

/** Where the value ends that is whole before the cursor, so that only an operator can be next. */
function endOfValue(last: IToken | undefined, before: string): number | undefined {
  if (!isWhole(last)) return undefined;
  const end = last.startOffset + last.image.length;
  return end === before.length && MAY_GO_ON.has(last.tokenType) ? undefined : end;
}

/** Whether a value ends with the token. */
function isWhole(one: IToken | undefined): one is IToken {
  return one?.tokenType.PUSH_MODE === "operator" && !UNFINISHED.has(one.tokenType);
}

/** Tokens after which a value is not whole yet. */
const UNFINISHED = new Set([
  token.UnclosedText,
  token.UnclosedColumn,
  token.RawTextToken,
  token.TableName,
  token.Dot,
  token.BrokenLegacyCall,
]);

/** Values that the next character may make longer. */
const MAY_GO_ON = new Set([token.BooleanToken, token.NumberToken]);

/** The operators that the type of the value before the cursor has, comparisons first where a condition is expected. */
function operatorsAfter(
  scope: ExpressionScope,
  before: string,
  end: number,
  isCondition: boolean,
): readonly Completion[] {
  const { seen } = analyseSource(before.slice(0, end), scope);
  const ending = [...seen].filter(([part]) => part.end === end);
  const [, value] = ending.toSorted(([one], [other]) => other.start - one.start)[0] ?? [];
  const family = value?.node === undefined ? "unknown" : familyOf(value.node.type);
  const isCompared = ending.some(([part]) => part.kind === "operation" && part.operators.some(isComparison));
  const possible = OPERATORS.filter((one) => takes(one, family, scope.blanks));
  const joining = possible.filter((one) => !isComparison(one));
  const comparing = isCompared ? [] : possible.filter(isComparison);
  const isJoinedFirst = !isCondition && joining.length > 1;
  return (isJoinedFirst ? [...joining, ...comparing] : [...comparing, ...joining]).map((label) => ({
    label,
    kind: "operator",
    detail: "",
    insert: /\s$/.test(before) ? label : ` ${label}`,
  }));
}

/** Whether a value of the family may come before the operator. */
function takes(operator: Operator, family: TypeFamily, blanks: ExpressionScope["blanks"]): boolean {
  if (operator === "&" || family === "any" || family === "unknown") return true;
  if (isComparison(operator)) return findComparison(operator, family, blanks) !== undefined;
  if (family === "list") return operator === "+" || operator === "-";
  return RIGHT.some((right) => findArithmetic(operator, family, right, false) !== undefined);
}

const RIGHT: readonly TypeFamily[] = ["number", "duration", "date", "time", "datetime"];
