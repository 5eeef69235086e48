import type { Path } from "@tablewright/core";
import {
  completeArgumentIn,
  type DefinitionSource,
  type JsonSchema,
  templateTags,
  templateVariables,
} from "@tablewright/core/definition";
import type { DefinitionCompletion, DefinitionCompletions } from "./definition-answers.ts";
import { escapedIn } from "./escaped-in.ts";
import { type ExpressionAt, expressionAt } from "./expression-at.ts";
import { type DefinitionIndex, indexDefinition } from "./index-definition.ts";
import { findMark, MARK, type MarkedText, markCursor } from "./mark-cursor.ts";
import { namesFor } from "./names-for.ts";
import { scalarOfWords } from "./scalar-of-words.ts";
import { schemaAt, valuesOf } from "./schema-at.ts";

/** In an expression what the language offers, elsewhere members, their values and names. */
export function completeInDefinition(
  index: DefinitionIndex | undefined,
  text: string,
  offset: number,
): DefinitionCompletions {
  const inside = index && expressionAt(index, offset);
  return inside === undefined ? completeMember(text, offset) : completeExpression(inside, offset);
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
  const place = findMark(index.source);
  const typed = marked.typed.toLowerCase();
  const offers = place === undefined ? [] : offersAt(index, place.path, place.at, marked);
  const matching = offers.filter(({ label }) => label.toLowerCase().includes(typed));
  const rank = ({ label }: DefinitionCompletion) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return { start, end, completions: matching.toSorted((a, b) => rank(a) - rank(b)) };
}

function offersAt(
  index: DefinitionIndex,
  path: Path,
  at: "name" | "value",
  marked: MarkedText,
): readonly DefinitionCompletion[] {
  const { source } = index;
  const around = path.slice(0, -1);
  if (at === "name") return membersOf(source, around, namesFor(source, path), marked);
  const schema = schemaAt(path);
  const members = schema?.properties === undefined ? [] : membersOf(source, path, [], marked);
  if (members.length > 0) return members;
  const names = namesFor(source, path).map((name) => word(name.label, name.kind, marked));
  const values =
    names.length > 0 ? names : valuesOf(schema ?? {}).map((label) => word(label, "constant", marked));
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
  source: DefinitionSource,
  path: Path,
  names: readonly { readonly label: string; readonly kind: DefinitionCompletion["kind"] }[],
  { quote, hasColon }: MarkedText,
): readonly DefinitionCompletion[] {
  const taken = new Set(source.names(path));
  const isBare = quote === "";
  const ending = isBare && !hasColon ? ": " : "";
  const properties = Object.entries(schemaAt(path)?.properties ?? {}) as [string, JsonSchema][];
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
