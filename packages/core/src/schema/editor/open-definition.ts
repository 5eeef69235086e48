import { type Diagnostic, hasErrors, type Outcome, type Span } from "../../diagnostics/index.ts";
import {
  type QuickFix,
  type SignatureHelp,
  signatureHelpIn,
  type TextEdit,
} from "../../expression/editor/parts.ts";
import { closeQuote } from "./close-quote.ts";
import { completeInDefinition } from "./complete-in-definition.ts";
import type {
  DefinitionCompletions,
  DefinitionHover,
  LocatedDefinitionDiagnostic,
  NamedSpan,
  OpenDefinition,
  OutlineItem,
} from "./definition-answers.ts";
import { symbolId } from "./definition-symbol.ts";
import { expressionAt } from "./expression-at.ts";
import { fixesInDefinition } from "./fixes-in-definition.ts";
import { formatDefinition } from "./format-definition.ts";
import { hoverInDefinition } from "./hover-in-definition.ts";
import { type DefinitionIndex, indexDefinition } from "./index-definition.ts";
import { locateDiagnostics } from "./located-diagnostic.ts";
import { outlineOf } from "./outline-of.ts";
import { renameIn } from "./rename-in.ts";
import { type SymbolAt, symbolAt } from "./symbol-at.ts";

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
    return renameIn(index, symbolId(match.symbol), name);
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
