import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import { editsOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** Quick fixes of the diagnostics in a range. */
export const codeActionsFeature = defineFeature({
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } },
  serve: (connection, documents) =>
    connection.onCodeAction(({ textDocument: { uri }, range, context }) => {
      const open = documents.get(uri);
      if (open === undefined) return [];
      const { document, definition } = open;
      const from = document.offsetAt(range.start);
      const to = document.offsetAt(range.end);
      return definition
        .quickFixes()
        .filter(({ start, end }) => start <= to && from <= end)
        .map(({ title, code, start, edits }): CodeAction => {
          const isFixed = (one: (typeof context.diagnostics)[number]) =>
            one.code === code && document.offsetAt(one.range.start) === start;
          return {
            title,
            kind: CodeActionKind.QuickFix,
            diagnostics: context.diagnostics.filter(isFixed),
            edit: { changes: { [uri]: editsOf(document, edits) } },
          };
        });
    }),
});
