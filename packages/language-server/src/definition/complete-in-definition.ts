import type { Path } from "@tablewright/core";
import {
  columnTypes,
  completeArgumentIn,
  type DefinitionSource,
  hoverIn,
  type JsonSchema,
  type PlacedExpression,
  type SourcePart,
  templateTags,
  templateVariables,
} from "@tablewright/core/definition";
import {
  type DefinitionCompletion,
  type DefinitionCompletions,
  type DefinitionIndex,
  type ExpressionAt,
  expressionAt,
  indexDefinition,
} from "./index-definition.ts";
import { namesInDecisions, type OfferedName, offered } from "./names-in-decisions.ts";
import { escapedIn, scalarOfWords, schemaAt, valuesAllowed, withoutQuoted } from "./yaml-places.ts";

/** In an expression what the language offers, elsewhere members, their values and names. */
export function completeInDefinition(
  index: DefinitionIndex | undefined,
  text: string,
  offset: number,
): DefinitionCompletions {
  const inside = index && expressionAt(index, offset);
  return inside === undefined || isInValue(inside)
    ? completeMember(text, offset)
    : completeExpression(inside, offset);
}

/** Whether the cursor is in a value of a cell, which is written without the quotes of the language. */
function isInValue({ expression: { source, cell }, offset }: ExpressionAt): boolean {
  return cell !== undefined && !/^\s*=/.test(cell.value) && !/\[[^\]]*$/.test(source.slice(0, offset));
}

function completeExpression(inside: ExpressionAt, at: number): DefinitionCompletions {
  const { expression, offset } = inside;
  const { source, scope, start: from, text } = expression;
  const { start, end, completions: ofLanguage } = completeArgumentIn(scope, source, offset);
  const completions = [...ofLanguage, ...wordsOfTemplates(inside)];
  return {
    start: start < offset ? text.toText(from + start) : at,
    end: end > offset ? text.endToText(from + end) : at,
    completions: completions.map((one) => ({
      ...one,
      insert: escapedIn(text.scalar.type, one.insert) ?? one.insert,
    })),
  };
}

/** The tags and variables of templates, where a `<<` is followed by nothing but the beginning of a word. */
function wordsOfTemplates({ expression, offset }: ExpressionAt): readonly DefinitionCompletion[] {
  const { source, start, text, path } = expression;
  const [, typed] = /^\s*(\w*)$/.exec(source.slice(0, offset)) ?? [];
  if (typed === undefined || String(text.scalar.value).slice(Math.max(0, start - 2), start) !== "<<")
    return [];
  const isIn = (tag: string) => (tag === "Html" ? path.at(-1) === "html" : true);
  const words = [...templateTags.filter(isIn), ...templateVariables];
  return words
    .filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()))
    .map((word) => ({
      label: word,
      kind: "constant",
      detail: word.startsWith("_") ? "variable" : "tag",
      insert: ["Start", "If", "Html"].includes(word) ? `${word}: ` : word,
    }));
}

function completeMember(text: string, offset: number): DefinitionCompletions {
  const marked = markCursor(text, offset);
  const { start, end } = marked;
  const index = indexDefinition(marked.text);
  if (!("symbols" in index)) return { start, end, completions: [] };
  const cell = index.expressions.find(({ cell: written, source }) => written && source.includes(MARK));
  if (cell !== undefined) return completeCell(cell, text, offset, marked);
  const place = findMark(index.source);
  const typed = marked.typed.toLowerCase();
  const offers = place === undefined ? [] : offersAt(index, place.path, place.at, marked);
  const matching = offers.filter(({ label }) => label.toLowerCase().includes(typed));
  const rank = ({ label }: DefinitionCompletion) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return { start, end, completions: matching.toSorted((a, b) => rank(a) - rank(b)) };
}

/** A value of a cell of a decision table, which is compared with its input: those that the input has, and what a cell may say instead. */
function completeCell(
  { source, scope }: PlacedExpression,
  text: string,
  offset: number,
  { start, quote }: MarkedText,
): DefinitionCompletions {
  const at = source.indexOf(MARK);
  const compared = source.replace(MARK, "");
  const values = completeArgumentIn(scope, compared, at).completions.map(({ label }) => label);
  const isYesNo = hoverIn(scope, compared, at - ' = "'.length - 1)?.type === "Yes/No";
  const typed = text.slice(start, offset);
  const word = /[^,(<>=]*$/.exec(typed)?.[0].trimStart() ?? "";
  const isFirst = typed === word;
  const words = [...(isYesNo ? ["true", "false"] : values), ...(isFirst ? ["-"] : []), "blank", "not("];
  const insertOf = (label: string) => {
    if (isYesNo && /^(?:true|false)$/.test(label)) return label;
    const isPlain = !values.includes(label) || !/[,()[\]"]|^[<>=-]/.test(label);
    const inCell = isPlain ? label : `"${label.replaceAll('"', '""')}"`;
    return isFirst && quote === "" ? scalarOfWords(inCell, "") : inCell;
  };
  const rest = /^[^,()\]}\n"'#]*/.exec(text.slice(offset))?.[0].trimEnd() ?? "";
  return {
    start: offset - word.length,
    end: offset + rest.length,
    completions: words
      .filter((label) => label.toLowerCase().includes(word.toLowerCase()))
      .map((label) => ({ label, kind: "constant" as const, detail: "", insert: insertOf(label) })),
  };
}

function offersAt(
  index: DefinitionIndex,
  path: Path,
  at: "name" | "value",
  marked: MarkedText,
): readonly DefinitionCompletion[] {
  const around = path.slice(0, -1);
  if (at === "name") return membersOf(index, around, namesFor(index, path, at), marked);
  const schema = schemaAt(path, index.isOfRules);
  const members = schema?.properties === undefined ? [] : membersOf(index, path, [], marked);
  if (members.length > 0) return members;
  const names = namesFor(index, path, at).map((name) => word(name.label, name.kind, marked));
  const values =
    names.length > 0 ? names : valuesAllowed(schema ?? {}).map((label) => word(label, "constant", marked));
  return [...values, ...expressionsAt(index, marked)];
}

/** What an expression may begin with, where none is written yet. */
function expressionsAt(
  { expressions }: DefinitionIndex,
  { quote }: MarkedText,
): readonly DefinitionCompletion[] {
  const expression = expressions.find(({ source }) => source === MARK);
  if (expression === undefined) return [];
  const { completions } = completeArgumentIn(expression.scope, "", 0);
  return completions.map((one) => ({
    ...one,
    insert: quote === "" ? scalarOfWords(one.insert, "'") : one.insert,
  }));
}

/** The members that may be added, and the columns that may be set. */
function membersOf(
  { source, isOfRules }: DefinitionIndex,
  path: Path,
  names: readonly { readonly label: string; readonly kind: DefinitionCompletion["kind"] }[],
  { quote, hasColon }: MarkedText,
): readonly DefinitionCompletion[] {
  const taken = new Set(source.names(path));
  const isBare = quote === "";
  const ending = isBare && !hasColon ? ": " : "";
  const properties = Object.entries(schemaAt(path, isOfRules)?.properties ?? {}) as [string, JsonSchema][];
  const members = properties.map(([label, { description = "" }]) => ({
    label,
    kind: "member" as const,
    detail: description,
    insert: `${label}${ending}`,
  }));
  const settable = names.map((name) => ({
    ...name,
    detail: "",
    insert: `${isBare ? scalarOfWords(name.label, "") : name.label}${ending}`,
  }));
  return [...settable, ...members].filter(({ label }) => !taken.has(label));
}

function word(
  label: string,
  kind: DefinitionCompletion["kind"],
  { quote }: MarkedText,
): DefinitionCompletion {
  const isOurs = kind === "constant";
  return { label, kind, detail: "", insert: quote === "" && !isOurs ? scalarOfWords(label, "") : label };
}

/** The word of YAML at the cursor, which a completion replaces, and the text with a mark in its place. */
interface MarkedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** The quote that the word is in; empty for none. */
  readonly quote: string;
  /** Whether a colon follows the word. */
  readonly hasColon: boolean;
}

/** The placeholder for what is to be completed, of characters that have no meaning in any text. */
const MARK = "\uE000";

function markCursor(text: string, offset: number): MarkedText {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const closed = withoutQuoted(before);
  const [, lead = "", quote = ""] =
    /^([^"']*(?:[:?-]\s|[[{,])\s*)(["'])/.exec(closed) ??
    /^(.*(?::\s|[-?]\s|[[{,])\s*|\s*)(["']?)/.exec(before) ??
    [];
  const start = lineStart + lead.length + quote.length;
  const tail = quote === "" ? /^[^\n:,{}[\]#]*/ : /^[^\n"']*/;
  const [rest = ""] = tail.exec(text.slice(offset)) ?? [];
  const end = offset + rest.trimEnd().length;
  const behind = text.slice(end).replace(quote, "");
  const hasColon = /^[^\S\n]*:/.test(behind);
  const isOnOwnLine = lead.trim() === "" && !hasColon;
  const closing = quote !== "" && text[end] !== quote ? quote : "";
  const marked = `${text.slice(0, start)}${MARK}${closing}${isOnOwnLine ? ":" : ""}${text.slice(end)}`;
  return { text: marked, start, end, typed: text.slice(start, offset), quote, hasColon };
}

/** Where the mark is in a definition: the path, and whether it is the name of the last member or its value. */
interface MarkedPath {
  readonly path: Path;
  readonly at: "name" | "value";
}

function findMark(source: DefinitionSource): MarkedPath | undefined {
  return findIn(source.root, []);
}

function findIn({ members, scalar }: SourcePart, path: Path): MarkedPath | undefined {
  if (typeof scalar?.value === "string" && scalar.value.includes(MARK)) return { path, at: "value" };
  for (const [name, part] of members) {
    const mark: MarkedPath | undefined = name.includes(MARK)
      ? { path: [...path, name], at: "name" }
      : findIn(part, [...path, name]);
    if (mark !== undefined) return mark;
  }
  return undefined;
}

/** The declared names that are allowed at a path, as a value or, in `set`, as the name of a member. */
function namesFor(
  { source, isOfRules }: DefinitionIndex,
  path: Path,
  at: "name" | "value",
): readonly OfferedName[] {
  const ofDecisions = namesInDecisions(source, path, at);
  if (isOfRules || ofDecisions.length > 0) return ofDecisions;
  const place = path.join("\n");
  const [pattern] = PLACES.filter(([form]) => form.test(place));
  return pattern === undefined ? [] : pattern[1](source, path);
}

type Offer = (source: DefinitionSource, path: Path) => readonly OfferedName[];

const tables: Offer = (source) => offered(source.names(["tables"]), "table");
const sources: Offer = (source, path) => [
  ...tables(source, path),
  ...offered(source.names(["slices"]), "slice"),
];
const actions: Offer = (source) => offered(source.names(["actions"]), "action");
const operations = offered(["Add", "Edit", "Delete", "Find"], "action");
const types: Offer = () =>
  offered(
    columnTypes.map(({ name }) => name),
    "constant",
  );

/** The columns of the table that the path is in, or that the member `table` next to a part of the path names. */
const ownColumns: Offer = (source, path) => columnsOf(source, String(path[1]));
const columnsBeside =
  (depth: number): Offer =>
  (source, path) =>
    columnsOf(source, String(source.part([...path.slice(0, depth), "table"])?.value));

function columnsOf(source: DefinitionSource, table: string): readonly OfferedName[] {
  return offered(source.names(["tables", table, "columns"]), "column");
}

/** Paths, their steps on lines, and what is named there. */
const PLACES: readonly (readonly [form: RegExp, offer: Offer])[] = [
  [/^tables\n.*\ncolumns\n.*\ntable$/, tables],
  [/^tables\n.*\ncolumns\n.*\n(type|itemType)$/, types],
  [/^tables\n.*\nkey\n\d+$/, ownColumns],
  [/^tables\n.*\ncolumns\n.*\nwatch\ncolumns\n\d+$/, ownColumns],
  [/^slices\n.*\ntable$/, tables],
  [/^slices\n.*\ncolumns\n\d+$/, columnsBeside(2)],
  [
    /^actions\n.*\n(?:addRow\n)?set\n.*$/,
    (source, path) => columnsBeside(path[2] === "addRow" ? 3 : 2)(source, path),
  ],
  [/^actions\n.*\n(?:(?:addRow|onRows)\n)?table$/, tables],
  [/^actions\n.*\nrun\n\d+$/, actions],
  [/^actions\n.*\nonRows\naction$/, actions],
  [/^rules\n.*\ntable$/, sources],
  [/^rules\n.*\nsteps\n\d+\naction$/, actions],
  [/^app\napi\naccessKeys\n\d+\ntables\n\d+$/, sources],
  [/^app\napi\naccessKeys\n\d+\nactions\n\d+$/, (source, path) => [...operations, ...actions(source, path)]],
];
