import { editsOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** Lays the expressions of a definition out. */
export const formattingFeature = defineFeature({
  capabilities: { documentFormattingProvider: true },
  serve: (connection, documents) =>
    connection.onDocumentFormatting(({ textDocument }) => {
      const open = documents.get(textDocument.uri);
      return open === undefined ? [] : editsOf(open.document, open.definition.format());
    }),
});
