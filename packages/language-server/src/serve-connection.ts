import {
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  type PublishDiagnosticsParams,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { CAPABILITIES, serveFeatures } from "./features.ts";
import { type OpenDocument, OpenDocuments, rangeOf } from "./open-documents.ts";

/** Answers what an editor asks over the connection, until it ends. */
export function serveConnection(connection: Connection): void {
  const texts = new TextDocuments(TextDocument);
  const documents = new OpenDocuments((uri) => texts.get(uri));
  const publisher = new DiagnosticsPublisher(connection, documents);
  connection.onInitialize(() => ({
    capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental, ...CAPABILITIES },
    serverInfo: { name: "tablewright" },
  }));
  serveFeatures(connection, documents);
  texts.onDidChangeContent(({ document }) => publisher.changed(document.uri));
  texts.onDidClose(({ document }) => publisher.closed(document.uri));
  connection.onShutdown(() => publisher.stop());
  texts.listen(connection);
  connection.listen();
}

/** Sends what is wrong with a document once nothing more is typed for a moment; for one that is closed, that nothing is. */
class DiagnosticsPublisher {
  readonly #connection: Connection;
  readonly #documents: OpenDocuments;
  readonly #due = new Map<string, NodeJS.Timeout>();

  constructor(connection: Connection, documents: OpenDocuments) {
    this.#connection = connection;
    this.#documents = documents;
  }

  changed(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.set(
      uri,
      setTimeout(() => this.#publish(uri), PAUSE),
    );
  }

  closed(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
    this.#send({ uri, diagnostics: [] });
  }

  /** Nothing is sent any more. */
  stop(): void {
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  #publish(uri: string): void {
    this.#due.delete(uri);
    const open = this.#documents.get(uri);
    const report = open && { version: open.document.version, diagnostics: diagnosticsOf(open) };
    this.#send({ uri, ...(report ?? { diagnostics: [] }) });
  }

  #send(params: PublishDiagnosticsParams): void {
    void this.#connection.sendDiagnostics(params);
  }
}

/** Milliseconds: longer than between two keys, shorter than it takes to look up. */
const PAUSE = 80;

function diagnosticsOf({ document, definition }: OpenDocument): Diagnostic[] {
  return definition.diagnostics().map(({ diagnostic: { code, severity, message, hint }, ...span }) => ({
    range: rangeOf(document, span),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "tablewright",
    message: hint === undefined ? message : `${message} ${hint}`,
  }));
}
