import type { Diagnostic, Outcome } from "@tablewright/core";
import type { Completion, QuickFix, SignatureHelp, Span, TextEdit } from "@tablewright/core/definition";

/** What a definition declares by name; facts of rules over plain objects. */
export type SymbolKind =
  | "table"
  | "column"
  | "slice"
  | "action"
  | "rule"
  | "fact"
  | "decision"
  | "output"
  | "function"
  | "parameter"
  | "field"
  | "type";

/** What editors ask about one text of a definition. Offsets count UTF-16 units of it. Nothing here throws for a bad text. */
export interface OpenDefinition {
  readonly text: string;
  /** All that `loadDefinition` reports, or `loadRules`, with spans. */
  diagnostics(): readonly LocatedDefinitionDiagnostic[];
  complete(offset: number): DefinitionCompletions;
  hover(offset: number): DefinitionHover | undefined;
  signatureHelp(offset: number): SignatureHelp | undefined;
  /** What the definition declares by the name that is at `offset`. */
  symbolAt(offset: number): NamedSpan | undefined;
  /** Where the symbol at `offset` is declared; undefined for what the application adds by itself. */
  declarationOf(offset: number): Span | undefined;
  /** Every name that means the symbol at `offset`, its declaration among them. */
  references(offset: number): readonly Span[];
  /** The edits that give the symbol at `offset` another name; diagnostics when it cannot have it. */
  rename(offset: number, name: string): Outcome<readonly TextEdit[]>;
  quickFixes(): readonly QuickFix[];
  /** The edits that lay the expressions out; comments and the layout of YAML stay. */
  format(): readonly TextEdit[];
  outline(): readonly OutlineItem[];
}

/** A diagnostic with its span in the text of the definition. */
export interface LocatedDefinitionDiagnostic extends Span {
  readonly diagnostic: Diagnostic;
}

/** The name of a symbol at a place; the span is that of the name. */
export interface NamedSpan extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
}

/** What may be written at a place of a definition. */
export interface DefinitionCompletions {
  readonly start: number;
  readonly end: number;
  readonly completions: readonly DefinitionCompletion[];
}

export interface DefinitionCompletion extends Omit<Completion, "kind"> {
  readonly kind: Completion["kind"] | "action" | "member";
}

/** What a part of a definition is. */
export interface DefinitionHover extends Span {
  readonly title: string;
  readonly type: string | undefined;
  /** What there is to read about it, in Markdown; empty for nothing. */
  readonly text: string;
}

/** A declaration with those inside it. The span is that of the whole. */
export interface OutlineItem extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameSpan: Span;
  readonly items: readonly OutlineItem[];
}
