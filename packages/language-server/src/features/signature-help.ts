import { MarkupKind, type SignatureInformation } from "vscode-languageserver";
import { defineFeature } from "./define-feature.ts";

/** The call that is being written and the parameter that is due. */
export const signatureHelpFeature = defineFeature({
  capabilities: { signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] } },
  serve: (connection, documents) =>
    connection.onSignatureHelp(({ textDocument, position }) => {
      const open = documents.get(textDocument.uri);
      const help = open?.definition.signatureHelp(open.document.offsetAt(position));
      if (help === undefined) return null;
      const signature: SignatureInformation = {
        label: help.syntax,
        documentation: { kind: MarkupKind.Markdown, value: help.summary },
        parameters: help.parameters.map(({ start, end, type, description }) => ({
          label: [start, end],
          documentation: description ?? type,
        })),
      };
      return { signatures: [signature], activeSignature: 0, activeParameter: help.active ?? null };
    }),
});
