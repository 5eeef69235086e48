import type { Range, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { OpenDefinition } from "./definition/index-definition.ts";
import { openDefinition } from "./definition/open-definition.ts";

/** A document that holds a definition, at the version that was asked about. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly definition: OpenDefinition;
}

/** The definitions among documents, each opened once for a version of its text. */
export class OpenDocuments {
  readonly #find: (uri: string) => TextDocument | undefined;
  readonly #opened = new WeakMap<TextDocument, OpenDefinition>();

  constructor(find: (uri: string) => TextDocument | undefined) {
    this.#find = find;
  }

  /** Undefined for a document that is not open, and for one that is no definition. */
  get(uri: string): OpenDocument | undefined {
    const document = this.#find(uri);
    if (document === undefined || !isDefinition(document)) return undefined;
    const text = document.getText();
    const entry = this.#opened.get(document);
    const definition = entry?.text === text ? entry : openDefinition(text);
    this.#opened.set(document, definition);
    return { document, definition };
  }
}

/** A text that says so at its top, and a file named for it that has nothing yet: editors open other YAML files, too. */
function isDefinition(document: TextDocument): boolean {
  return (
    /^[{\s]*["']?tablewright["']?\s*:/m.test(document.getText()) ||
    /\.tablewright\.(?:ya?ml|json)$/.test(document.uri)
  );
}

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
