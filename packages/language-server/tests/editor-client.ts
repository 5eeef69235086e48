import { PassThrough } from "node:stream";
import {
  createConnection,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { serveConnection } from "../src/index.ts";

/** An editor that has one document open, connected to a server in this process. */
export interface EditorClient {
  readonly connection: ProtocolConnection;
  readonly uri: string;
  /** Replaces the text of the document. */
  write(text: string): Promise<TextDocument>;
}

/** Opens a server and a client of it; the client ends with `connection.dispose()`. */
export async function connectEditor(): Promise<EditorClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  serveConnection(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)));
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  connection.listen();
  await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const uri = "file:///shop/app.yaml";
  let version = 1;
  const textDocument = { uri, languageId: "yaml", version, text: "" };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  return {
    connection,
    uri,
    write: async (text) => {
      version += 1;
      const change = { textDocument: { uri, version }, contentChanges: [{ text }] };
      await connection.sendNotification("textDocument/didChange", change);
      return TextDocument.create(uri, "yaml", version, text);
    },
  };
}
