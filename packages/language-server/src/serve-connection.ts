import { type Connection, TextDocumentSyncKind, TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DiagnosticsPublisher } from "./diagnostics-publisher.ts";
import { features } from "./features/index.ts";
import { OpenDocuments } from "./open-documents.ts";

/** Answers what an editor asks over the connection, until it ends. */
export function serveConnection(connection: Connection): void {
  const texts = new TextDocuments(TextDocument);
  const documents = new OpenDocuments((uri) => texts.get(uri));
  const publisher = new DiagnosticsPublisher(connection, documents);
  connection.onInitialize(() => ({
    capabilities: Object.assign(
      { textDocumentSync: TextDocumentSyncKind.Incremental },
      ...features.map(({ capabilities }) => capabilities),
    ),
    serverInfo: { name: "tablewright" },
  }));
  for (const { serve } of features) serve(connection, documents);
  texts.onDidChangeContent(({ document }) => publisher.changed(document.uri));
  texts.onDidClose(({ document }) => publisher.closed(document.uri));
  connection.onShutdown(() => publisher.stop());
  texts.listen(connection);
  connection.listen();
}
