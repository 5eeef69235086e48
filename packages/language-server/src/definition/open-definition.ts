import { type Diagnostic, hasErrors, type Outcome } from "@tablewright/core";
import {
  formatOnLine,
  formatSource,
  type PlacedExpression,
  type QuickFix,
  type SignatureHelp,
  type SourcePart,
  type Span,
  signatureHelpIn,
  type TextEdit,
  tableNamesOf,
} from "@tablewright/core/definition";
import { completeInDefinition } from "./complete-in-definition.ts";
import type {
  DefinitionCompletions,
  DefinitionHover,
  LocatedDefinitionDiagnostic,
  NamedSpan,
  OpenDefinition,
  OutlineItem,
} from "./definition-answers.ts";
import { fixesInDefinition, locateDiagnostics } from "./fixes-in-definition.ts";
import { hoverInDefinition } from "./hover-in-definition.ts";
import {
  type DefinitionIndex,
  expressionAt,
  indexDefinition,
  memberId,
  type SymbolAt,
  scalarSpan,
  symbolAt,
} from "./index-definition.ts";
import { renameIn } from "./rename-in.ts";
import { withoutQuoted } from "./yaml-places.ts";

/** A definition, finished or not, for as long as its text stays the same. */
export function openDefinition(text: string, { file }: { file?: string } = {}): OpenDefinition {
  return new DefinitionText(text, file);
}

class DefinitionText implements OpenDefinition {
  readonly text: string;
  readonly #file: string | undefined;
  #indexed: DefinitionIndex | readonly Diagnostic[] | undefined;

  constructor(text: string, file: string | undefined) {
    this.text = text;
    this.#file = file;
  }

  diagnostics(): readonly LocatedDefinitionDiagnostic[] {
    const index = this.#index;
    if (index !== undefined) return locateDiagnostics(index);
    const end = this.text.length;
    return (this.#loaded as readonly Diagnostic[]).map((diagnostic) => ({ diagnostic, start: 0, end }));
  }

  complete(offset: number): DefinitionCompletions {
    const { index, text } = this.#around(offset);
    return completeInDefinition(index, text, offset);
  }

  hover(offset: number): DefinitionHover | undefined {
    const { index } = this.#around(offset);
    return index && hoverInDefinition(index, offset);
  }

  signatureHelp(offset: number): SignatureHelp | undefined {
    const { index } = this.#around(offset);
    const inside = index && expressionAt(index, offset);
    return inside && signatureHelpIn(inside.expression.scope, inside.expression.source, inside.offset);
  }

  symbolAt(offset: number): NamedSpan | undefined {
    const match = this.#symbolAt(offset);
    if (match === undefined) return undefined;
    const { symbol, start, end } = match;
    return { kind: symbol.kind, name: symbol.name, start, end };
  }

  declarationOf(offset: number): Span | undefined {
    return this.#symbolAt(offset)?.symbol.nameSpan;
  }

  references(offset: number): readonly Span[] {
    const match = this.#symbolAt(offset);
    if (match === undefined) return [];
    const { nameSpan } = match.symbol;
    const uses = (this.#index?.uses ?? []).filter(({ symbol }) => symbol === match.id);
    const spans = [...(nameSpan === undefined ? [] : [nameSpan]), ...uses];
    return spans.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
  }

  rename(offset: number, name: string): Outcome<readonly TextEdit[]> {
    const index = this.#index;
    const match = this.#symbolAt(offset);
    if (index === undefined || match === undefined) return { output: undefined, diagnostics: [] };
    return renameIn(index, match.id, name);
  }

  quickFixes(): readonly QuickFix[] {
    return this.#index === undefined ? [] : fixesInDefinition(this.#index);
  }

  format(): readonly TextEdit[] {
    return this.#index === undefined ? [] : formatDefinition(this.#index);
  }

  outline(): readonly OutlineItem[] {
    return this.#index === undefined ? [] : outlineOf(this.#index);
  }

  get #loaded(): DefinitionIndex | readonly Diagnostic[] {
    this.#indexed ??= indexDefinition(this.text, this.#file);
    return this.#indexed;
  }

  get #index(): DefinitionIndex | undefined {
    return "symbols" in this.#loaded ? this.#loaded : undefined;
  }

  #symbolAt(offset: number): SymbolAt | undefined {
    return this.#index && symbolAt(this.#index, offset);
  }

  /** The definition for a question about a place; where a quote is open there, as if it were closed on its line. */
  #around(offset: number): { readonly index: DefinitionIndex | undefined; readonly text: string } {
    const index = this.#index;
    const isRead = index !== undefined && !hasErrors(index.diagnostics.filter(isUnreadable));
    const closed = isRead ? undefined : closeQuote(this.text, offset);
    if (closed === undefined) return { index, text: this.text };
    const loaded = indexDefinition(closed.text, this.#file);
    return { index: "symbols" in loaded ? loaded : index, text: closed.text };
  }
}

function isUnreadable({ code }: Diagnostic): boolean {
  return code === "definition/unreadable";
}

/** A text with the quote closed that is open where the cursor's line ends; undefined when there is none. */
function closeQuote(
  text: string,
  offset: number,
): { readonly text: string; readonly at: number } | undefined {
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
  return { text: text.slice(0, at) + quote + text.slice(at), at };
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
