import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { OutlineItem } from "../definition/definition-answers.ts";
import { rangeOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** The outline: tables with their columns, slices, actions and rules; of rules over plain objects facts, and decisions with their outputs. */
export const documentSymbolsFeature = defineFeature({
  capabilities: { documentSymbolProvider: true },
  serve: (connection, documents) =>
    connection.onDocumentSymbol(({ textDocument }) => {
      const open = documents.get(textDocument.uri);
      return open === undefined ? [] : open.definition.outline().map((item) => symbolOf(open.document, item));
    }),
});

function symbolOf(document: TextDocument, item: OutlineItem): DocumentSymbol {
  return {
    name: item.name,
    detail: item.kind,
    kind: KINDS[item.kind],
    range: rangeOf(document, item),
    selectionRange: rangeOf(document, item.nameSpan),
    children: item.items.map((one) => symbolOf(document, one)),
  };
}

const KINDS: Readonly<Record<OutlineItem["kind"], SymbolKind>> = {
  table: SymbolKind.Class,
  column: SymbolKind.Field,
  slice: SymbolKind.Interface,
  action: SymbolKind.Method,
  rule: SymbolKind.Event,
  fact: SymbolKind.Field,
  decision: SymbolKind.Class,
  output: SymbolKind.Property,
  function: SymbolKind.Function,
  parameter: SymbolKind.Variable,
  field: SymbolKind.Field,
  type: SymbolKind.Struct,
};
