import { type Instead, type Span, writeInstead } from "../../diagnostics/index.ts";
import { significantDigits } from "../../values/index.ts";
import type {
  BooleanLiteral,
  Expression,
  ListLiteral,
  NumberLiteral,
  RawText,
  TextLiteral,
} from "../syntax/ast.ts";
import { wordHabit } from "../syntax/habits.ts";
import type { ConstantNode, Node } from "../tree/node.ts";
import { findName, type TableScope } from "../tree/scope.ts";
import { scalar } from "../tree/type.ts";
import { checkCall } from "./check-call.ts";
import { checkOperation, checkSigned } from "./check-operator.ts";
import { checkColumn, checkDereference, checkTableColumn } from "./check-reference.ts";
import { CheckState, type ExpressionScope, type Watcher } from "./check-state.ts";
import { rowsOfTable, valuesOfColumn } from "./columns.ts";
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
      return textConstant(part, part.value);
    case "raw-text":
      return checkRawText(state, part);
    case "boolean":
      return checkBoolean(part);
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
  return {
    op: "constant",
    value,
    type: scalar(isWhole ? "Number" : "Decimal"),
    start: part.start,
    end: part.end,
  };
}

function textConstant(part: TextLiteral | RawText, text: string): ConstantNode {
  return {
    op: "constant",
    value: text || null,
    literal: text,
    type: scalar("Text"),
    ...spanOf(part),
  };
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
    rowsOfTable(state, part.value);
  const code = state.scope.isStrict === true ? "syntax/bare-word" : "syntax/raw-text";
  state.report(code, { text: part.value, ...habit }, part);
  return textConstant(part, part.value);
}

/** A word that is nearly a name of LET. */
function misspeltName(state: CheckState, word: string): ReturnType<typeof wordHabit> {
  const meant = state.suggest(word, state.namesOfLet);
  return meant === undefined
    ? undefined
    : { instead: meant, hint: `Did you mean ${meant}, the name of LET?` };
}

/** TODAY and its kin are functions, which need brackets. */
function functionHint(state: CheckState, words: string): Instead | undefined {
  const definition = state.scope.functions.get(words.toUpperCase());
  if (definition === undefined || definition.parameters.some(({ optional }) => optional !== true))
    return undefined;
  return writeInstead(`${definition.name}()`, ` for its value, or "${words}" in quotes for the text`);
}

function checkBoolean(part: BooleanLiteral): ConstantNode {
  return { op: "constant", value: part.value, type: scalar("Yes/No"), ...spanOf(part) };
}

function checkList(state: CheckState, part: ListLiteral): Node | undefined {
  const items = part.items.map((item) => state.check(item));
  return items.includes(undefined) ? undefined : makeList(state, items as Node[], part);
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
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

const RESERVED =
  /^(_(?:this|thisrow|thisrow_before|thisrow_after|thisuser|param|rownumber|computedkey))(?:\s*-\s*(\d{1,3}))?$/i;

/** `Table.Column`, and `Ref.Column` of a Ref in view. */
function hintForMember(state: CheckState, first: string, name: string): Instead | undefined {
  const { tables, slices } = state.scope;
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
