import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLSeq,
} from "yaml";
import type { SheetEdit } from "../sheet/sheet-edit.ts";

/** A decision table as a sheet shows it. */
interface DecisionRows {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The cells of the inputs, then those of the outputs, as they are written, without quotes. */
  readonly rows: readonly (readonly string[])[];
}

/** The rows of a decision in its text, YAML or JSON; undefined of one that has none, or whose text cannot be read. */
export function readSheet(decision: string, text: string): DecisionRows | undefined {
  const parts = partsOf(decision, text);
  if (parts === undefined) return undefined;
  const { inputs, outputs, rows } = parts;
  return {
    inputs,
    outputs,
    rows: rows.items.map((row) => (isSeq(row) ? row.items : []).map((cell) => shownCell(cell as Node, text))),
  };
}

/** The text after a change of the rows: whatever the change is not about stays as it is, with its comments. */
export function editSheet(decision: string, text: string, edit: SheetEdit): string {
  const parts = partsOf(decision, text);
  if (parts === undefined) return text;
  const { inputs, rows } = parts;
  const width = inputs.length + parts.outputs.length;
  switch (edit.kind) {
    case "add":
      return withRow(text, rows, newRow(text, inputs.length, width));
    case "remove":
      return withoutRow(text, rows, edit.row);
    case "move":
      return swapped(text, rows.items[edit.row] as ParsedNode, rows.items[edit.row + edit.by] as ParsedNode);
    case "cells": {
      if (edit.cells.some(({ row }) => row >= rows.items.length)) {
        const longer = editSheet(decision, text, { kind: "add" });
        return longer === text ? text : editSheet(decision, longer, edit);
      }
      const cells = edit.cells.flatMap(({ row, column, text: cell }) => {
        const node = nodeAt(rows, row, column);
        return node === undefined
          ? []
          : [{ ...spanOf(node, text), text: writtenCell(text, node, cell, column < inputs.length) }];
      });
      return replaced(text, cells);
    }
  }
}

interface Parts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: YAMLSeq<ParsedNode>;
}

function partsOf(decision: string, text: string): Parts | undefined {
  const { contents, errors } = parseDocument(text, { prettyErrors: false });
  if (!isMap(contents) || errors.length > 0) return undefined;
  const rows = contents.get("rows", true) as unknown;
  if (!isSeq<ParsedNode>(rows) || rows.items.length === 0) return undefined;
  const inputs = contents.get("inputs");
  return {
    inputs: isSeq(inputs)
      ? inputs.items.map((input) => shownCell(input as Node, text))
      : namesIn(contents.get("parameters")),
    outputs: contents.has("outputs") ? namesIn(contents.get("outputs")) : [decision],
    rows,
  };
}

function namesIn(node: unknown): readonly string[] {
  return isMap(node) ? node.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : [];
}

function nodeAt(rows: YAMLSeq<ParsedNode>, row: number, column: number): Node | undefined {
  const cells = rows.items[row];
  return isSeq(cells) ? (cells.items[column] as Node | undefined) : undefined;
}

function shownCell(cell: Node, text: string): string {
  if (isScalar(cell) && typeof cell.value === "string") return cell.value;
  if (isScalar(cell) && cell.value === null) return "";
  const { start, end } = spanOf(cell, text);
  return text.slice(start, end);
}

/** With the quotes that the cell had; a list or the fields of an object as they are typed. */
function writtenCell(text: string, node: Node, cell: string, isInput: boolean): string {
  if (cell.trim() === "") return isInput ? '"-"' : "null";
  if (isCollection(node) && /^\s*[[{]/u.test(cell)) return cell;
  const style = isScalar(node) ? node.type : undefined;
  if (style === "QUOTE_SINGLE") return `'${cell.replaceAll("'", "''")}'`;
  const isPlain = style !== "QUOTE_DOUBLE" || (isScalar(node) && node.value === "-");
  return isPlain ? plainCell(cell, isJson(text)) : JSON.stringify(cell);
}

/** Without quotes where it means the same without them. */
function plainCell(cell: string, json: boolean): string {
  const isSingle = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/u.test(cell);
  const isWord =
    /^[\p{L}_][\p{L}\d_ -]*[\p{L}\d_]$|^\p{L}$/u.test(cell) &&
    !/^(?:yes|no|on|off|y|n|true|false|null)$/iu.test(cell);
  return isSingle || (isWord && !json) ? cell : JSON.stringify(cell);
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** Asks nothing, and gives nothing. */
function newRow(text: string, inputs: number, width: number): string {
  const cells = Array.from({ length: width }, (_, at) => (at < inputs ? '"-"' : "null"));
  return `[${cells.join(isJson(text) ? "," : ", ")}]`;
}

function withRow(text: string, rows: YAMLSeq<ParsedNode>, row: string): string {
  const last = spanOf(rows.items.at(-1) as ParsedNode, text);
  const before = lineBefore(text, last.start);
  if (rows.flow === true) {
    const lead = before.trim() === "" ? `,\n${before}` : ", ";
    return replaced(text, [{ start: last.end, end: last.end, text: `${lead}${row}` }]);
  }
  const end = endOfLine(text, last.end);
  return replaced(text, [{ start: end, end, text: `\n${before}${row}` }]);
}

/** A table keeps one row. */
function withoutRow(text: string, rows: YAMLSeq<ParsedNode>, at: number): string {
  const row = rows.items[at];
  if (row === undefined || rows.items.length < 2) return text;
  const { start, end } = spanOf(row, text);
  if (rows.flow !== true) {
    const from = start - lineBefore(text, start).length;
    const to = endOfLine(text, end);
    return to < text.length
      ? replaced(text, [{ start: from, end: to + 1, text: "" }])
      : replaced(text, [{ start: Math.max(0, from - 1), end: to, text: "" }]);
  }
  const next = rows.items[at + 1];
  const last = rows.items[at - 1];
  const span =
    next === undefined
      ? { start: last ? spanOf(last, text).end : start, end }
      : { start, end: spanOf(next, text).start };
  return replaced(text, [{ ...span, text: "" }]);
}

function swapped(text: string, one: ParsedNode | undefined, other: ParsedNode | undefined): string {
  if (one === undefined || other === undefined) return text;
  const [first, second] = [spanOf(one, text), spanOf(other, text)];
  return replaced(text, [
    { ...first, text: text.slice(second.start, second.end) },
    { ...second, text: text.slice(first.start, first.end) },
  ]);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Without the line break that ends a block. */
function spanOf({ range }: Node, text: string): Span {
  const [start, end] = range ?? [0, 0];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** What is before an offset in its line. */
function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
}

function endOfLine(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at === -1 ? text.length : at;
}

function replaced(text: string, spans: readonly (Span & { readonly text: string })[]): string {
  return [...spans]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (result, { start, end, text: written }) => result.slice(0, start) + written + result.slice(end),
      text,
    );
}
