import { diagnose, noOutput, type Outcome, type TextEdit } from "../diagnostics/index.ts";
import type { DefinitionSource, Path, SourcePart } from "./definition-source.ts";
import { readYaml } from "./read-yaml.ts";
import type { WrittenScalar } from "./scalar-text.ts";

/** What the text at a path becomes; null removes the member. */
export interface SourceEdit {
  readonly path: Path;
  readonly text: string | null;
  /** Whether the text is an expression, which is written as one scalar; else it is YAML. */
  readonly isExpression: boolean;
}

/** The text of a part as people edit it: an expression without quotes; else YAML, without the indentation of its place. */
export function editableText({ text }: DefinitionSource, part: SourcePart, isExpression: boolean): string {
  if (isExpression) return expressionOf(part) ?? "";
  const [start, end] = spanOf(text, part);
  const written = text.slice(start, end).replaceAll("\r\n", "\n");
  return isBlock(text, part)
    ? unindented(written, columnOf(text, start))
    : written.replaceAll(`\n${indentInFlow(text, start, written)}`, "\n");
}

/** How many characters the further lines of a part have in the file that its text, as people edit it, has not. */
export function indentOf({ text }: DefinitionSource, part: SourcePart): number {
  const [start, end] = spanOf(text, part);
  return isBlock(text, part)
    ? columnOf(text, start)
    : indentInFlow(text, start, text.slice(start, end)).length;
}

/** The blanks and tabs that all further lines of a part in brackets have from the line where it begins; none if one has others. */
function indentInFlow(whole: string, start: number, written: string): string {
  const [indent = ""] = /^[ \t]*/.exec(whole.slice(lineStart(whole, start))) ?? [];
  const [, ...lines] = written.split("\n");
  return lines.every((line) => line.startsWith(indent)) ? indent : "";
}

/**
 * Changes, adds or removes the part at a path; every character outside it stays. An error where it cannot be written there, or where
 * anything else would change its meaning. Of a text that is no YAML, errors have their places in it.
 */
export function editSource(source: DefinitionSource, edit: SourceEdit): Outcome<DefinitionSource> {
  const { path, isExpression } = edit;
  const name = path.join(".");
  const refused = (reason: string) =>
    noOutput([diagnose("edit/unwritable", { name, reason }, { member: name })]);
  const text = edit.text?.replaceAll("\r\n", "\n").trimEnd() ?? null;
  const read = text === null || isExpression ? undefined : readYaml(text);
  if (read !== undefined && (read.output === undefined || read.diagnostics.length > 0))
    return noOutput(read.diagnostics.map((diagnostic) => ({ ...diagnostic, member: name })));
  const value = read === undefined ? (text ?? undefined) : read.output?.root.value;
  const before = source.part(path);
  if (before === undefined && text === null) return refused("it is not there");
  if (before !== undefined && text === editableText(source, before, isExpression).trimEnd())
    return { output: source, diagnostics: [] };
  const shared = sharedStep(source, path);
  if (shared !== undefined)
    return refused(`"${shared}" is written once for several places, with an anchor; change it in the file`);
  const given = { path, text, isExpression };
  const change = before === undefined ? added(source, given) : changed(source, before, given);
  if (change === undefined) return refused("there is no place for it");
  const lineBreak = source.text.includes("\r\n") ? "\r\n" : "\n";
  const written = change.text.replaceAll(/\r?\n/g, lineBreak);
  const { output: after, diagnostics } = readYaml(
    source.text.slice(0, change.start) + written + source.text.slice(change.end),
  );
  if (after === undefined || diagnostics.length > 0) return refused("the file could not be read afterwards");
  const expected = JSON.stringify(withValue(source.root.value, path, value));
  const found = after.part(path);
  const isText = isExpression && found !== undefined;
  const actual = isText ? withValue(after.root.value, path, expressionOf(found)) : after.root.value;
  if (JSON.stringify(actual) !== expected) return refused("its text would change other parts of the file");
  return { output: after, diagnostics: [] };
}

/** Whether a text is JSON and not YAML by lines: it begins as an object. */
export function isJsonText(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** The text of an expression; the line break at the end of a block scalar is none of it. */
function expressionOf({ value, scalar }: SourcePart): string | undefined {
  const written = typeof scalar?.value === "string" ? scalar.value : (scalar?.source ?? String(value));
  return scalar === undefined ? undefined : written.replace(/\n+$/, "");
}

/** The first step of a path whose value is an alias, or has an anchor that an alias names. */
function sharedStep(source: DefinitionSource, path: Path): string | undefined {
  let around = source.root;
  for (const step of path) {
    const part = around.members.get(String(step));
    if (part === undefined) return undefined;
    const isInPlace = part.start >= around.start && part.start >= part.nameStart;
    const nameEnd = part.nameScalar?.range?.[1] ?? part.start;
    const [, anchor] = /&([^\s,[\]{}]+)/.exec(source.text.slice(nameEnd, part.start)) ?? [];
    if (!isInPlace || (anchor !== undefined && source.text.includes(`*${anchor}`))) return String(step);
    around = part;
  }
  return undefined;
}

function changed(
  source: DefinitionSource,
  part: SourcePart,
  { path, text, isExpression }: SourceEdit,
): TextEdit | undefined {
  const { text: whole } = source;
  if (text === null) return removed(source, part, path);
  const [start, end] = spanOf(whole, part);
  const inFlow = isInFlow(source, path);
  if (isExpression && part.scalar !== undefined) {
    const written = inBlockScalar(whole.slice(start, end), part.scalar, text);
    const place = { inFlow, isJson: isJsonText(whole) };
    return { start, end, text: written ?? scalarOf(text, part.scalar.type, place) };
  }
  if (isExpression) return undefined;
  const column = columnOf(whole, start);
  if (isBlock(whole, part) && isBlockText(text))
    return { start, end, text: sameLinesKept(whole.slice(start, end), text, column) };
  if (!isBlockText(text)) {
    const indent = indentInFlow(whole, start, whole.slice(start, end));
    return { start, end, text: text.replaceAll("\n", `\n${indent}`) };
  }
  if (inFlow) return { start, end, text: inOneLine(text) };
  const around = source.part(path.slice(0, -1));
  const from = whole.slice(0, start).trimEnd().length;
  return { start: from, end, text: belowName(text, columnOf(whole, around?.start ?? 0) + INDENT) };
}

/** The new lines at the column of the old ones; those that are the same at the beginning and the end stay as they were. */
function sameLinesKept(old: string, text: string, column: number): string {
  const before = old.split("\n");
  const plain = unindented(old.replaceAll("\r", ""), column).split("\n");
  const lines = text.split("\n");
  let first = 0;
  while (first < lines.length && first < plain.length && lines[first] === plain[first]) first++;
  let last = 0;
  while (
    last < Math.min(lines.length, plain.length) - first &&
    lines[lines.length - 1 - last] === plain[plain.length - 1 - last]
  )
    last++;
  const middle = lines
    .slice(first, lines.length - last)
    .map((line, at) => (first + at === 0 ? line : indented(line, column)));
  return [...before.slice(0, first), ...middle, ...before.slice(before.length - last)].join("\n");
}

/** A new member after the last one of its mapping or list; undefined where there is none. */
function added(source: DefinitionSource, { path, text, isExpression }: SourceEdit): TextEdit | undefined {
  const { text: whole } = source;
  const isJson = isJsonText(whole);
  const around = source.part(path.slice(0, -1));
  if (Array.isArray(around?.value)) return addedItem(whole, around, text ?? "");
  const name = scalarOf(String(path.at(-1)), isJson ? "QUOTE_DOUBLE" : "PLAIN", { inFlow: true, isJson });
  const given = text ?? "";
  if (around === undefined) {
    if (path.length !== 2) return undefined;
    const member = isJson
      ? `{ ${name}: ${flowOf(given)} }`
      : `${name}: ${isBlockText(given) ? belowName(given, INDENT) : given}`;
    const first = { path: path.slice(0, -1), text: member.replace(/: \n/, ":\n"), isExpression: false };
    return added(source, first);
  }
  const inFlow = !isBlock(whole, around);
  const value = (column: number) => {
    if (isExpression) return ` ${scalarOf(given, isJson ? "QUOTE_DOUBLE" : undefined, { inFlow, isJson })}`;
    if (!isBlockText(given)) return ` ${given}`;
    return inFlow ? ` ${flowOf(given)}` : belowName(given, column + INDENT);
  };
  const last = [...around.members.values()].at(-1);
  if (last === undefined) {
    if (whole[around.start] !== "{") return undefined;
    return { start: around.start + 1, end: around.start + 1, text: ` ${name}:${value(0)} ` };
  }
  const [, end] = spanOf(whole, last);
  const indent = whole.slice(lineStart(whole, last.nameStart), last.nameStart);
  const hasOwnLine = /^\s*$/.test(indent);
  if (inFlow) return { start: end, end, text: `${hasOwnLine ? `,\n${indent}` : ", "}${name}:${value(0)}` };
  const column = columnOf(whole, last.nameStart);
  const at = lineEnd(whole, end);
  return { start: at, end: at, text: `\n${" ".repeat(column)}${name}:${value(column)}` };
}

/** A new item at the end of a list, written in one line. */
function addedItem(whole: string, { start, members }: SourcePart, text: string): TextEdit | undefined {
  const last = [...members.values()].at(-1);
  if (last === undefined) return { start: start + 1, end: start + 1, text: ` ${text} ` };
  const [, end] = spanOf(whole, last);
  const before = whole.slice(lineStart(whole, last.start), last.start);
  const hasOwnLine = before.trim() === "";
  if (whole[start] === "[") return { start: end, end, text: `,${hasOwnLine ? `\n${before}` : " "}${text}` };
  const at = lineEnd(whole, end);
  return IS_ITEM.test(before) ? { start: at, end: at, text: `\n${before}${text}` } : undefined;
}

/** What is before an item of a list on its line. */
const IS_ITEM = /^\s*- +$/;

/** Without a member: its lines, or within `{ }` its text and one comma. */
function removed(source: DefinitionSource, part: SourcePart, path: Path): TextEdit | undefined {
  const { text: whole } = source;
  const around = source.part(path.slice(0, -1));
  if (around === undefined) return undefined;
  const all = [...around.members.values()];
  const at = all.indexOf(part);
  const [, end] = spanOf(whole, part);
  const [next, previous] = [all[at + 1], all[at - 1]];
  if (next === undefined && previous === undefined) {
    const [from, to] = spanOf(whole, around);
    return { start: from, end: to, text: Array.isArray(around.value) ? "[]" : "{}" };
  }
  const start = lineStart(whole, part.nameStart);
  const before = whole.slice(start, part.nameStart);
  const hasOwnLines = isBlock(whole, around) && (before.trim() === "" || IS_ITEM.test(before));
  if (hasOwnLines) {
    const lineBreak = whole.indexOf("\n", end);
    return { start, end: lineBreak === -1 ? whole.length : lineBreak + 1, text: "" };
  }
  if (next !== undefined) return { start: part.nameStart, end: next.nameStart, text: "" };
  return { start: spanOf(whole, previous as SourcePart)[1], end, text: "" };
}

/** The text in the form of the block scalar that is there; undefined where it has no such form, or is in no block. */
function inBlockScalar(old: string, { type }: WrittenScalar, text: string): string | undefined {
  if (type !== "BLOCK_LITERAL" && type !== "BLOCK_FOLDED") return undefined;
  const [header = "", ...body] = old.split("\n");
  const indent = /^ */.exec(body.find((line) => line.trim() !== "") ?? "")?.[0] ?? "";
  const lines = text.split("\n");
  const isHeld = /^\S/.test(text) && !lines.some((line) => /^\s+$|\p{Cc}/u.test(line));
  if (indent === "" || !isHeld || /^.{0,2}\d/.test(header)) return undefined;
  const isFolded = type === "BLOCK_FOLDED" && lines.length > 1;
  const opening = isFolded ? header.replace(">", "|") : header;
  return [opening, ...lines.map((line) => indented(line, indent.length))].join("\n");
}

interface Place {
  readonly inFlow: boolean;
  readonly isJson: boolean;
}

/** The text as a scalar, in the quotes that were there as far as they can hold it. */
function scalarOf(text: string, type: WrittenScalar["type"], { inFlow, isJson }: Place): string {
  const isOneLine = !/\p{Cc}/u.test(text);
  if (isJson || !isOneLine || type === "QUOTE_DOUBLE") return JSON.stringify(text);
  if (type === "PLAIN" && isPlain(text, inFlow)) return text;
  if (type === "QUOTE_SINGLE" || text.includes('"')) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text);
}

/** Whether YAML reads the text without quotes as one scalar of the same characters. */
function isPlain(text: string, inFlow: boolean): boolean {
  if (!/^[\p{L}\p{N}_(]/u.test(text) || /: |:$| #|\s$/.test(text) || /^null$/i.test(text)) return false;
  return !inFlow || !/[,[\]{}:]/.test(text);
}

/** From the first character of a value to the last; the line break at the end of a block is none of it. */
function spanOf(whole: string, { start, end }: SourcePart): readonly [start: number, end: number] {
  return [start, start + whole.slice(start, end).trimEnd().length];
}

function isBlock(whole: string, { start, members }: SourcePart): boolean {
  return members.size > 0 && !/[{[]/.test(whole[start] ?? "");
}

function isInFlow(source: DefinitionSource, path: Path): boolean {
  return path.some((_, at) => {
    const around = source.part(path.slice(0, at));
    return around !== undefined && !isBlock(source.text, around);
  });
}

/** Whether YAML is a mapping or a list by lines. */
function isBlockText(text: string): boolean {
  const { output } = readYaml(text);
  return output !== undefined && isBlock(text, output.root);
}

function flowOf(text: string): string {
  return isBlockText(text) ? inOneLine(text) : text;
}

function inOneLine(text: string): string {
  return JSON.stringify(readYaml(text).output?.root.value);
}

function belowName(text: string, column: number): string {
  return `\n${text
    .split("\n")
    .map((line) => indented(line, column))
    .join("\n")}`;
}

/** Columns by which a member is further in than its mapping. */
const INDENT = 2;

function indented(line: string, column: number): string {
  return line.trim() === "" ? line : " ".repeat(column) + line;
}

/** Without as many blanks at the beginnings of lines; the first line has none. */
function unindented(text: string, column: number): string {
  const blanks = new RegExp(`^ {1,${Math.max(column, 1)}}`, "gm");
  return column === 0 ? text : text.replace(blanks, "");
}

function columnOf(whole: string, offset: number): number {
  return offset - lineStart(whole, offset);
}

function lineStart(whole: string, offset: number): number {
  return whole.lastIndexOf("\n", offset - 1) + 1;
}

function lineEnd(whole: string, offset: number): number {
  const end = whole.indexOf("\n", offset);
  if (end === -1) return whole.length;
  return whole[end - 1] === "\r" ? end - 1 : end;
}

/** A copy of plain data with another value at a path; without the member where the value is undefined. */
function withValue(root: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    const items = [...root, ...(Number(step) === root.length ? [undefined] : [])];
    const changed = items.map((item, at) => (at === Number(step) ? withValue(item, rest, value) : item));
    return changed.filter((item) => item !== undefined);
  }
  const members = { ...(root as Readonly<Record<string, unknown>> | undefined) };
  const inner = withValue(members[step], rest, value);
  if (inner === undefined) delete members[step];
  else members[step] = inner;
  return members;
}
