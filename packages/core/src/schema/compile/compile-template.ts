import {
  type DefinitionCode,
  type DetailsOf,
  type Diagnostic,
  hasErrors,
  moveDiagnostic,
  suggest,
} from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  check,
  defaultLimits,
  type ExpressionScope,
  everyTable,
  type TableScope,
  type Type,
  tableNamesOf,
  typeName,
} from "../../expression/parts.ts";
import { findPlaceholderEnd } from "../../expression/syntax/tokens.ts";
import { type Compiling, noteExpression } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { Template, TemplatePart, TemplateVariable } from "../app/app-definition.ts";

/** What may be in a template: values everywhere, blocks in a body, and values that are HTML in HTML. */
export type TemplateKind = "line" | "body" | "html";

/** Errors that are reported, and as many warnings; finding a place in a long text takes time. */
const MOST_REPORTED = 20;

/** Blocks within one another. */
const MOST_NESTED = 10;

/** A block whose end has not come yet; the template itself is the outermost. */
interface OpenBlock {
  readonly tag: "Start" | "If" | undefined;
  /** Where its tag is in the template. */
  readonly start: number;
  readonly end: number;
  /** Of what is in it; undefined where its rows are unknown, which has been reported. */
  readonly scope: ExpressionScope | undefined;
  /** To which parts are added at present. */
  parts: TemplatePart[];
  /** The parts before the `<<Else>>` that has come. */
  before: TemplatePart[] | undefined;
  /** What its tag gives. */
  readonly expression: CheckedExpression | undefined;
}

/** The inside of a `<<…>>`: its tag, where it has one, and the expression after it. */
interface Placeholder {
  readonly open: number;
  readonly tag: TagName | undefined;
  /** Where its expression begins and ends; it ends at -1 where it does not end. */
  readonly start: number;
  readonly end: number;
}

type TagName = (typeof templateTags)[number];

/** A tag with an expression ends with a colon, any other with the placeholder. */
const TAG = /\s*(?:(start|if|html)\s*:|(end|else|endif)\s*(?=>>))/iy;

/** Words that can only be meant as a tag: before a colon, before a bracket, or nothing else. */
const WORD = /^\s*(?:([a-z]\w*)\s*:|(start|if)\s+(?=[^\s(])|([a-z]+(?: [a-z]+)?)\s*$)/i;

/**
 * The text at a path cut into what stays, what `<<…>>` puts in, and blocks of both; nothing where that has errors, which are
 * at their places in the text, with offsets in the whole of it.
 */
export function compileTemplate(
  { report, scope: outermost }: Compiling,
  path: Path,
  template: string,
  kind: TemplateKind = "line",
): Template {
  let errors = 0;
  let warnings = 0;
  const tableNames = tableNamesOf(outermost);
  const blocks: OpenBlock[] = [
    {
      tag: undefined,
      start: 0,
      end: 0,
      scope: outermost,
      parts: [],
      before: undefined,
      expression: undefined,
    },
  ];
  let at = 0;
  while (errors < MOST_REPORTED) {
    const open = template.indexOf("<<", at);
    if (open === -1) {
      addText(at, template.length);
      for (const { tag, start, end } of blocks)
        if (tag !== undefined) fail("definition/open-block", { tag }, start, end);
      return errors === 0 ? innermost().parts : [];
    }
    const placeholder = readPlaceholder(open);
    if (placeholder.end === -1) {
      seeUnfinished(placeholder);
      fail("definition/open-hole", {}, open, open + 2);
      return [];
    }
    const isOfBlock = placeholder.tag !== undefined && placeholder.tag !== "Html";
    const line = isOfBlock ? ownLine(at, placeholder) : undefined;
    addText(at, line?.start ?? open);
    addPlaceholder(placeholder);
    if (blocks.length - 1 > MOST_NESTED) {
      fail("definition/deep-blocks", { limit: MOST_NESTED }, open, placeholder.end + 2);
      return [];
    }
    at = line?.end ?? placeholder.end + 2;
  }
  return [];

  function innermost(): OpenBlock {
    return blocks.at(-1) as OpenBlock;
  }

  function addText(start: number, end: number): void {
    if (start < end) innermost().parts.push({ kind: "text", text: template.slice(start, end) });
  }

  function readPlaceholder(open: number): Placeholder {
    TAG.lastIndex = open + 2;
    const [whole = "", first, second] = TAG.exec(template) ?? [];
    const name = (first ?? second)?.toLowerCase();
    const tag = templateTags.find((one) => one.toLowerCase() === name);
    const start = open + 2 + whole.length;
    const end = endOfPlaceholder(template, start, tableNames, defaultLimits.expressionLength);
    return { open, tag, start, end };
  }

  /** Shows editors what is being written, to the end of its line. */
  function seeUnfinished({ start }: Placeholder): void {
    const rest = template.slice(start, start + defaultLimits.expressionLength);
    const { scope } = innermost();
    if (scope !== undefined) report.observer?.expression(path, rest.replace(/\n.*$/s, ""), scope, start);
  }

  /** The line that has nothing but a tag of a block, which is no line of what is rendered; `at` is where the text before begins. */
  function ownLine(
    at: number,
    { open, end }: Placeholder,
  ): { readonly start: number; readonly end: number } | undefined {
    const text = template.slice(at, open);
    const start = at + text.lastIndexOf("\n") + 1;
    const isAtStart = start > at || at === 0 || template[at - 1] === "\n";
    if (!isAtStart || /\S/.test(template.slice(start, open))) return undefined;
    LINE_END.lastIndex = end + 2;
    return LINE_END.test(template) ? { start, end: LINE_END.lastIndex } : undefined;
  }

  function addPlaceholder(placeholder: Placeholder): void {
    const { tag } = placeholder;
    const isHere = tag === "Html" ? kind === "html" : kind !== "line";
    if (tag === undefined) addValue(placeholder, false);
    else if (!isHere) fail("definition/tag-not-here", { tag }, placeholder.open, placeholder.end + 2);
    else if (tag === "Html") addValue(placeholder, true);
    else if (tag === "Else") turnToElse(placeholder);
    else if (tag === "Start" || tag === "If") openBlock(tag, placeholder);
    else closeBlock(tag, placeholder);
  }

  function addValue(placeholder: Placeholder, isHtml: boolean): void {
    const { scope, parts } = innermost();
    if (scope === undefined) return;
    const inside = insideOf(placeholder, scope);
    const name = inside.trim();
    if (!isHtml && isWrongTag(placeholder, inside)) return;
    if (!isHtml && /^_\w+$/.test(name)) {
      const variable = templateVariables.find((one) => one === name.toUpperCase());
      if (variable !== undefined) parts.push({ kind: "variable", name: variable });
      else failAtVariable(name, placeholder.start + inside.indexOf(name));
      return;
    }
    const expression = checkedIn(placeholder, inside, scope);
    if (expression !== undefined) parts.push({ kind: "value", expression, isHtml });
  }

  /** The text of a placeholder, of which editors learn here. */
  function insideOf({ start, end }: Placeholder, scope: ExpressionScope): string {
    const inside = template.slice(start, end);
    report.observer?.expression(path, inside, scope, start);
    return inside;
  }

  /** Reports words that can only be meant as a tag and are none. */
  function isWrongTag(placeholder: Placeholder, inside: string): boolean {
    const [, before, opener, alone] = WORD.exec(inside) ?? [];
    const name = before ?? opener ?? alone;
    if (name === undefined || tableNames.includes(name)) return false;
    const suggestion = suggest(name, templateTags);
    if (alone !== undefined && suggestion === undefined) return false;
    const start = placeholder.start + inside.indexOf(name);
    const end = start + name.length + (before === undefined ? 0 : 1);
    fail("definition/unknown-tag", { name, suggestion }, start, end);
    return true;
  }

  function failAtVariable(name: string, start: number): void {
    const details = { name, suggestion: suggest(name, templateVariables), variables: templateVariables };
    fail("definition/unknown-variable", details, start, start + name.length);
  }

  function openBlock(tag: "Start" | "If", placeholder: Placeholder): void {
    const { scope: around } = innermost();
    const expected: Type | undefined = tag === "If" ? { kind: "Yes/No" } : undefined;
    const expression = around && checkedIn(placeholder, insideOf(placeholder, around), around, expected);
    const scope = tag === "If" ? around : around && expression && inRowOf(placeholder, around, expression);
    const place = { start: placeholder.open, end: placeholder.end + 2 };
    blocks.push({ tag, ...place, scope, parts: [], before: undefined, expression });
  }

  /** The scope of what is repeated for rows; reports a value that is no list of them. */
  function inRowOf(
    { start, end }: Placeholder,
    scope: ExpressionScope,
    { type }: CheckedExpression,
  ): ExpressionScope | undefined {
    const table = objectsIn(type) ?? scope.tables.get(tableOf(type) ?? "");
    if (table !== undefined) return { ...scope, around: [...(scope.around ?? []), table] };
    const blanks = template.slice(start, end).search(/\S/);
    fail("definition/not-rows", { type: typeName(type, everyTable) }, start + blanks, end);
    return undefined;
  }

  function turnToElse({ open, end }: Placeholder): void {
    const block = innermost();
    if (block.tag === "If" && block.before === undefined) {
      block.before = block.parts;
      block.parts = [];
    } else {
      fail("definition/stray-tag", { tag: "Else", opener: "If" }, open, end + 2);
    }
  }

  function closeBlock(tag: "End" | "EndIf", { open, end }: Placeholder): void {
    const opener = tag === "End" ? "Start" : "If";
    const index = blocks.findLastIndex((one) => one.tag === opener);
    const [block, ...unclosed] = index === -1 ? [] : blocks.splice(index);
    if (block === undefined) fail("definition/stray-tag", { tag, opener }, open, end + 2);
    for (const { tag: left, ...place } of unclosed)
      if (left !== undefined) fail("definition/open-block", { tag: left }, place.start, place.end);
    const part = block && partOf(block);
    if (part !== undefined) innermost().parts.push(part);
  }

  /** The expression of a placeholder; its diagnostics are reported, errors before warnings. */
  function checkedIn(
    { start }: Placeholder,
    inside: string,
    scope: ExpressionScope,
    expected?: Type,
  ): CheckedExpression | undefined {
    const { output, diagnostics } = check(inside, scope, expected);
    if (output === undefined) errors += diagnostics.length;
    else {
      noteExpression(report, { path: path, start, expression: output });
      warnings += diagnostics.length;
    }
    if (output === undefined || warnings <= MOST_REPORTED)
      report.reportExpression(path, moved(diagnostics, start));
    return output;
  }

  function fail<C extends DefinitionCode>(code: C, details: DetailsOf<C>, start: number, end: number): void {
    errors += 1;
    report.reportWithin(path, code, details, { start, end });
  }
}

/** A block that has ended; undefined where its expression has errors. */
function partOf({ tag, expression, parts, before }: OpenBlock): TemplatePart | undefined {
  if (expression === undefined) return undefined;
  if (tag === "If")
    return { kind: "choice", condition: expression, parts: before ?? parts, otherwise: before ? parts : [] };
  const table = tableOf(expression.type);
  const areRows = table !== undefined || objectsIn(expression.type) !== undefined;
  return areRows ? { kind: "rows", rows: expression, table, parts } : undefined;
}

/** Blanks to the end of a line, with the end. */
const LINE_END = /[^\S\n]*(?:\n|$)/y;

/** The table of a list of Refs. */
function tableOf(type: Type): string | undefined {
  return type.kind === "List" && type.item.kind === "Ref" ? type.item.table : undefined;
}

/** The fields of a list of objects. */
function objectsIn(type: Type): TableScope | undefined {
  return type.kind === "List" && type.item.kind === "Object" ? type.item.shape : undefined;
}

/** The first diagnostics, errors before warnings, by `offset` further on. */
function moved(diagnostics: readonly Diagnostic[], offset: number): readonly Diagnostic[] {
  const rank = (diagnostic: Diagnostic) => (hasErrors([diagnostic]) ? 0 : 1);
  return diagnostics
    .toSorted((first, second) => rank(first) - rank(second))
    .slice(0, MOST_REPORTED)
    .map((diagnostic) => moveDiagnostic(diagnostic, offset));
}

/**
 * The place of the `>>` that ends the placeholder whose inside begins at `start`: the first one between two tokens of an
 * expression, not within a text or a name. Where there is none, the first one at all; -1 where there is none of either.
 * Reads no more than `limit` characters for tokens.
 */
function endOfPlaceholder(
  template: string,
  start: number,
  tableNames: readonly string[],
  limit: number,
): number {
  const end = findPlaceholderEnd(template.slice(start, start + limit), tableNames);
  return end === -1 ? template.indexOf(">>", start) : start + end;
}

/** Every variable of templates. */
export const templateVariables: readonly TemplateVariable[] = [
  "_APPID",
  "_APPNAME",
  "_APPOWNER",
  "_NOW",
  "_ROWKEY",
  "_RULENAME",
  "_TABLENAME",
  "_TODAY",
  "_UPDATEMODE",
  "_USEREMAIL",
];

/** Every tag of templates; `Start`, `If` and `Html` are followed by an expression. */
export const templateTags = ["Start", "End", "If", "Else", "EndIf", "Html"] as const;
