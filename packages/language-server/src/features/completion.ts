import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import type { DefinitionCompletion } from "../definition/definition-answers.ts";
import { rangeOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** Completion of members, names and expressions; all of them are sent, in the order in which they fit. */
export const completionFeature = defineFeature({
  capabilities: { completionProvider: { triggerCharacters: ["[", '"', "'", "(", ",", ".", ":", " "] } },
  serve: (connection, documents) =>
    connection.onCompletion(({ textDocument, position }) => {
      const open = documents.get(textDocument.uri);
      if (open === undefined) return [];
      const { document, definition } = open;
      const offset = document.offsetAt(position);
      const { start, end, completions } = definition.complete(offset);
      const range = rangeOf(document, { start, end });
      if (range.end.line !== position.line) range.end = position;
      if (range.start.line !== position.line) range.start = position;
      return completions.map(
        ({ label, kind, detail, insert }, position): CompletionItem => ({
          label,
          kind: KINDS[kind],
          detail,
          filterText: label,
          sortText: String(position).padStart(5, "0"),
          textEdit: { range, newText: insert },
        }),
      );
    }),
});

const KINDS: Readonly<Record<DefinitionCompletion["kind"], CompletionItemKind>> = {
  action: CompletionItemKind.Method,
  column: CompletionItemKind.Field,
  constant: CompletionItemKind.Constant,
  function: CompletionItemKind.Function,
  operator: CompletionItemKind.Operator,
  member: CompletionItemKind.Property,
  slice: CompletionItemKind.Interface,
  table: CompletionItemKind.Class,
};
