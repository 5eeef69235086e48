import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { editsOf, rangeOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** Where a name is declared and used, and other names for what it means. */
export const namesFeature = defineFeature({
  capabilities: {
    definitionProvider: true,
    referencesProvider: true,
    renameProvider: { prepareProvider: true },
  },
  serve: (connection, documents) => {
    connection.onDefinition(({ textDocument: { uri }, position }) => {
      const open = documents.get(uri);
      const span = open?.definition.declarationOf(open.document.offsetAt(position));
      return open === undefined || span === undefined ? null : { uri, range: rangeOf(open.document, span) };
    });
    connection.onReferences(({ textDocument: { uri }, position, context }) => {
      const open = documents.get(uri);
      if (open === undefined) return [];
      const offset = open.document.offsetAt(position);
      const declared = open.definition.declarationOf(offset);
      const isWanted = (span: { start: number }) =>
        context.includeDeclaration || span.start !== declared?.start;
      const spans = open.definition.references(offset).filter(isWanted);
      return spans.map((span) => ({ uri, range: rangeOf(open.document, span) }));
    });
    connection.onPrepareRename(({ textDocument: { uri }, position }) => {
      const open = documents.get(uri);
      const symbol = open?.definition.symbolAt(open.document.offsetAt(position));
      if (open === undefined || symbol === undefined) return null;
      return { range: rangeOf(open.document, symbol), placeholder: symbol.name };
    });
    connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
      const open = documents.get(uri);
      if (open === undefined) return null;
      const { output, diagnostics } = open.definition.rename(open.document.offsetAt(position), newName);
      if (output !== undefined) return { changes: { [uri]: editsOf(open.document, output) } };
      const [refusal] = diagnostics;
      const message = refusal?.message ?? "There is no name of the definition here.";
      return new ResponseError(LSPErrorCodes.RequestFailed, message);
    });
  },
});
