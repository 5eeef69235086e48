import type { Range, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A span of a text as the protocol has it. */
export function rangeOf(document: TextDocument, { start, end }: { start: number; end: number }): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Edits of a text as the protocol has them. */
export function editsOf(
  document: TextDocument,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): TextEdit[] {
  return edits.map(({ text, ...span }) => ({ range: rangeOf(document, span), newText: text }));
}
