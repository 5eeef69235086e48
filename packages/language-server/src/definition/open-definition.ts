import { type Diagnostic, hasErrors } from "@tablewright/core";
import {
  formatOnLine,
  formatSource,
  type PlacedExpression,
  type SourcePart,
  type Span,
  signatureHelpIn,
  type TextEdit,
  tableNamesOf,
} from "@tablewright/core/definition";
import { completeInDefinition } from "./complete-in-definition.ts";
import { fixesInDefinition, locateDiagnostics } from "./fixes-in-definition.ts";
import { hoverInDefinition } from "./hover-in-definition.ts";
import {
  type DefinitionIndex,
  expressionAt,
  indexDefinition,
  memberId,
  type OpenDefinition,
  type OutlineItem,
  type SymbolAt,
  scalarSpan,
  symbolAt,
} from "./index-definition.ts";
import { renameIn } from "./rename-in.ts";
import { withoutQuoted } from "./yaml-places.ts";

/** A definition, finished or not, for as long as its text stays the same. */
export function openDefinition(text: string, { file }: { file?: string } = {}): OpenDefinition {
  let loaded: DefinitionIndex | readonly Diagnostic[] | undefined;
  const indexed = () => {
    loaded ??= indexDefinition(text, file);
    return loaded;
  };
  const index = (): DefinitionIndex | undefined => {
    const result = indexed();
    return "symbols" in result ? result : undefined;
  };
  const listOf = <T>(read: (known: DefinitionIndex) => readonly T[]): readonly T[] => {
    const known = index();
    return known === undefined ? [] : read(known);
  };
  const at = (offset: number): SymbolAt | undefined => {
    const known = index();
    return known && symbolAt(known, offset);
  };
  /** The definition for a question about a place; where a quote is open there, as if it were closed on its line. */
  const around = (offset: number): { readonly index: DefinitionIndex | undefined; readonly text: string } => {
    const known = index();
    const isRead = known !== undefined && !hasErrors(known.diagnostics.filter(isUnreadable));
    const closed = isRead ? undefined : closeQuote(text, offset);
    if (closed === undefined) return { index: known, text };
    const reread = indexDefinition(closed, file);
    return { index: "symbols" in reread ? reread : known, text: closed };
  };
  return {
    text,
    diagnostics() {
      const result = indexed();
      if ("symbols" in result) return locateDiagnostics(result);
      return result.map((diagnostic) => ({ diagnostic, start: 0, end: text.length }));
    },
    complete(offset) {
      const place = around(offset);
      return completeInDefinition(place.index, place.text, offset);
    },
    hover(offset) {
      const known = around(offset).index;
      return known && hoverInDefinition(known, offset);
    },
    signatureHelp(offset) {
      const known = around(offset).index;
      const inside = known && expressionAt(known, offset);
      return inside && signatureHelpIn(inside.expression.scope, inside.expression.source, inside.offset);
    },
    symbolAt(offset) {
      const match = at(offset);
      return (
        match && { kind: match.symbol.kind, name: match.symbol.name, start: match.start, end: match.end }
      );
    },
    declarationOf: (offset) => at(offset)?.symbol.nameSpan,
    references(offset) {
      const match = at(offset);
      if (match === undefined) return [];
      const uses = (index()?.uses ?? []).filter(({ symbol }) => symbol === match.id);
      const spans: readonly Span[] = [match.symbol.nameSpan ?? [], ...uses].flat();
      return spans.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
    },
    rename(offset, name) {
      const known = index();
      const match = at(offset);
      return known === undefined || match === undefined
        ? { output: undefined, diagnostics: [] }
        : renameIn(known, match.id, name);
    },
    quickFixes: () => listOf(fixesInDefinition),
    format: () => listOf(formatDefinition),
    outline: () => listOf(outlineOf),
  };
}

function isUnreadable({ code }: Diagnostic): boolean {
  return code === "definition/unreadable";
}

/** A text with the quote closed that is open where the cursor's line ends; undefined when there is none. */
function closeQuote(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const stop = text.indexOf("\n", offset);
  const end = stop === -1 ? text.length : stop;
  const line = text.slice(start, end);
  const closed = withoutQuoted(line);
  const [quote = ""] = /(?<=[:[{,-]\s*)["']/.exec(closed) ?? [];
  if (quote === "") return undefined;
  const brackets = /[\s}\],]*$/.exec(line)?.[0] ?? "";
  const isFlow = /[{[]/.test(closed.slice(0, closed.indexOf(quote)));
  const at = Math.max(offset, isFlow ? end - brackets.length : end);
  return text.slice(0, at) + quote + text.slice(at);
}

/** What a definition declares, columns within their tables, parameters and outputs within functions and decisions. */
function outlineOf({ source, symbols }: DefinitionIndex): readonly OutlineItem[] {
  const declared = [...symbols.values()].flatMap(({ nameSpan, kind, name, path }) => {
    const part = source.part(path);
    if (nameSpan === undefined || part === undefined || kind === "field") return [];
    return [{ path, item: { kind, name, nameSpan, start: nameSpan.start, end: endOf(part, nameSpan.end) } }];
  });
  const [tops, inner] = [true, false].map((isTop) =>
    declared.filter(({ path }) => (path.length === 2) === isTop),
  );
  const inside = Map.groupBy(inner ?? [], ({ path }) => memberId(path.slice(0, 2)));
  return (tops ?? []).map(({ path, item }) => ({
    ...item,
    items: (inside.get(memberId(path)) ?? []).map((one) => ({ ...one.item, items: [] })),
  }));
}

/** After the last scalar in a part. */
function endOf({ scalar, members }: SourcePart, least: number): number {
  let end = Math.max(least, scalar?.range?.[1] ?? 0);
  for (const member of members.values())
    end = Math.max(end, endOf(member, member.nameScalar?.range?.[1] ?? 0));
  return end;
}

/** The edits that bring each expression into its canonical layout; YAML's own layout and comments stay. */
function formatDefinition({ expressions, source }: DefinitionIndex): readonly TextEdit[] {
  const edits = expressions.flatMap((expression) => {
    const { text } = expression;
    const isWhole = expression.start === 0 && expression.source === text.value;
    return isWhole && text.isExact ? (editOf(source.text, expression) ?? []) : [];
  });
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()];
}

function editOf(whole: string, { source, scope, text }: PlacedExpression): TextEdit | undefined {
  const names = tableNamesOf(scope);
  const { scalar } = text;
  const span = scalarSpan(text);
  if (scalar.type === "BLOCK_LITERAL") {
    const formatted = formatSource(source, names);
    const start = text.toText(0);
    const indent = /[^\n]*$/.exec(whole.slice(0, start))?.[0] ?? "";
    const end = text.endToText(source.length);
    const lines = formatted.replaceAll("\n", `\n${indent}`);
    return lines === whole.slice(start, end) ? undefined : { start, end, text: lines };
  }
  const line = formatOnLine(source, names);
  if (source.includes("\n") || line === source) return undefined;
  if (scalar.type === "QUOTE_SINGLE") return { ...span, text: `'${line.replaceAll("'", "''")}'` };
  if (scalar.type === "QUOTE_DOUBLE") return { ...span, text: JSON.stringify(line) };
  return scalar.type === "PLAIN" && !/: | #/.test(line) ? { ...span, text: line } : undefined;
}
