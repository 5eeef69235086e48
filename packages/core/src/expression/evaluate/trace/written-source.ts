import type { JsonValue } from "../../../values/index.ts";
import { depthBy, piecesOf } from "../../syntax/words.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import type { Node } from "../../tree/node.ts";
import { traceLimits } from "./trace.ts";

/** The source of an expression, in which its nodes have spans. */
export interface WrittenSource {
  readonly text: string;
  /** Where it begins in the spans of its nodes: a part of an expression keeps the spans of the whole. */
  readonly offset: number;
}

export function writtenSource({ source, root }: CheckedExpression): WrittenSource {
  const isPart = source.length === root.end - root.start;
  return { text: source, offset: isPart ? root.start : 0 };
}

/** The span of a node, and its text on one line. */
export function writtenAs({ text, offset }: WrittenSource, node: Node) {
  const [first, end] = [node.start - offset, node.end - offset];
  const start = first + unclosedBrackets(text.slice(first, end));
  return { text: shortText(text.slice(start, end).replace(/\s+/gu, " ").trim()), start, end };
}

/** The brackets at the beginning that are closed outside of a span: the first operations of a chain in brackets have them. */
function unclosedBrackets(text: string): number {
  if (!text.startsWith("(")) return 0;
  let open = 0;
  for (const [piece] of piecesOf(text)) open += depthBy(piece);
  const leading = /^[(\s]*/u.exec(text)?.[0] ?? "";
  let skipped = 0;
  for (; open > 0 && skipped < leading.length; skipped++) if (leading[skipped] === "(") open -= 1;
  return skipped;
}

/** A value as a trace shows it, and its length where that is more than what is shown. */
export function shorten(value: JsonValue): { readonly value: JsonValue; readonly cut?: number } {
  if (typeof value === "string" && value.length > traceLimits.text)
    return { value: shortText(value), cut: value.length };
  if (!Array.isArray(value)) return { value };
  const items = value.slice(0, traceLimits.items).map((item) => shorten(item).value);
  return value.length > items.length ? { value: items, cut: value.length } : { value: items };
}

/** The first characters of a text, whole ones. */
function shortText(text: string): string {
  if (text.length <= traceLimits.text) return text;
  return text.slice(0, traceLimits.text).replace(/[\uD800-\uDBFF]$/, "");
}
