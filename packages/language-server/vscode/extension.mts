/** The extension: starts the server that is packed beside it for every YAML and JSON file. */
import { join } from "node:path";
import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate({ extensionPath }: ExtensionContext): Promise<void> {
  const server = { module: join(extensionPath, "dist", "server.mjs"), transport: TransportKind.stdio };
  const documentSelector = [{ language: "yaml" }, { language: "json" }];
  client = new LanguageClient("tablewright", "Tablewright", server, { documentSelector });
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
