import type { Span } from "../../diagnostics/index.ts";
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
import { findName } from "../tree/scope.ts";
import { scalar } from "../tree/type.ts";
import { checkCall } from "./check-call.ts";
import { checkOperation, checkSigned } from "./check-operator.ts";
import { checkColumn, checkDereference, checkTableColumn } from "./check-reference.ts";
import type { CheckState } from "./check-state.ts";
import { makeList } from "./make-list.ts";
import { reportBareName } from "./report-bare-name.ts";

/** The typed node of any part of an expression; undefined after an error, which has been reported. */
export function checkExpression(state: CheckState, part: Expression): Node | undefined {
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

function checkRawText(state: CheckState, part: RawText): ConstantNode | undefined {
  const columns = state.innermostRow?.table.columns ?? [];
  const isColumn = findName(columns, part.value).match !== undefined;
  if (isColumn) return state.report("name/bare-column", { name: part.value }, part);
  if (reportBareName(state, part)) return undefined;
  const hint = functionHint(state, part.value) ?? wordHabit(part.value);
  state.report("syntax/raw-text", { text: part.value, hint }, part);
  return textConstant(part, part.value);
}

/** TODAY and its kin are functions, which need brackets. */
function functionHint(state: CheckState, words: string): string | undefined {
  const definition = state.scope.functions.get(words.toUpperCase());
  if (definition === undefined || definition.parameters.some(({ optional }) => optional !== true))
    return undefined;
  return `Write ${definition.name}() for its value, or "${words}" in quotes for the text.`;
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
