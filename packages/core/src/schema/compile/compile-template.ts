import { type Diagnostic, diagnose, hasErrors, type Outcome, suggest } from "../../diagnostics/index.ts";
import { check, defaultLimits, type ExpressionScope, tableNamesOf } from "../../expression/parts.ts";
import { findHoleEnd } from "../../expression/syntax/tokens.ts";
import type { Template, TemplatePart, TemplateVariable } from "../app/app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import { noteInputs } from "./compile-expression.ts";

/** Errors that are reported, and as many warnings; finding a place in a long text takes time. */
const MOST_TOLD = 20;

/**
 * The text at a path cut into what stays and what `<<…>>` puts in; nothing where that has errors, which are at their places
 * in the text, with offsets in the whole of it.
 */
export function compileTemplate(
  report: DefinitionReport,
  path: Path,
  template: string,
  scope: ExpressionScope,
): Template {
  const tableNames = tableNamesOf(scope);
  const parts: TemplatePart[] = [];
  let errors = 0;
  let warnings = 0;
  let at = 0;
  while (errors < MOST_TOLD) {
    const open = template.indexOf("<<", at);
    const text = template.slice(at, open === -1 ? template.length : open);
    if (text !== "") parts.push({ kind: "text", text });
    if (open === -1) return errors === 0 ? parts : [];
    const start = open + 2;
    const end = endOfHole(template, start, tableNames, defaultLimits.expressionLength);
    if (end === -1) {
      report.reportWithin(path, "definition/open-hole", {}, { start: open, end: start });
      return [];
    }
    const inside = template.slice(start, end);
    report.observer?.expression(path, inside, scope, start);
    const { output: part, diagnostics } = compileHole(inside, scope);
    if (part === undefined) errors += diagnostics.length;
    else {
      parts.push(part);
      if (part.kind === "expression") noteInputs(report, part.expression);
      warnings += diagnostics.length;
    }
    if (part === undefined || warnings <= MOST_TOLD) report.reportExpression(path, moved(diagnostics, start));
    at = end + 2;
  }
  return [];
}

/** The expression of a placeholder; the diagnostics count from its inside on. */
function compileHole(source: string, scope: ExpressionScope): Outcome<TemplatePart> {
  const name = source.trim();
  if (/^_\w+$/.test(name)) return readVariable(name, source.indexOf(name));
  const { output, diagnostics } = check(source, scope);
  return { output: output && { kind: "expression", expression: output }, diagnostics };
}

function readVariable(name: string, start: number): Outcome<TemplatePart> {
  const variable = templateVariables.find((one) => one === name.toUpperCase());
  if (variable !== undefined) return { output: { kind: "variable", name: variable }, diagnostics: [] };
  const suggestion = suggest(name, templateVariables);
  const place = { start, end: start + name.length };
  const details = { name, suggestion, variables: templateVariables };
  return { output: undefined, diagnostics: [diagnose("definition/unknown-variable", details, place)] };
}

/** The first diagnostics, errors before warnings, by `offset` further on. */
function moved(diagnostics: readonly Diagnostic[], offset: number): readonly Diagnostic[] {
  const rank = (diagnostic: Diagnostic) => (hasErrors([diagnostic]) ? 0 : 1);
  return diagnostics
    .toSorted((first, second) => rank(first) - rank(second))
    .slice(0, MOST_TOLD)
    .map(({ start = 0, end = start, ...rest }) => ({ ...rest, start: offset + start, end: offset + end }));
}

/**
 * Where the `>>` stands that ends the hole whose inside begins at `start`: the first one between two tokens of an
 * expression, not within a text or a name. Where there is none, the first one at all; -1 where there is none of either.
 * Reads no more than `limit` characters for tokens.
 */
function endOfHole(template: string, start: number, tableNames: readonly string[], limit: number): number {
  const end = findHoleEnd(template.slice(start, start + limit), tableNames);
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
