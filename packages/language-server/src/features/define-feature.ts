import type { Connection, ServerCapabilities } from "vscode-languageserver";
import type { OpenDocuments } from "../open-documents.ts";

/** One thing that the server can do: how it announces it, and what it answers. */
export interface Feature {
  readonly capabilities: ServerCapabilities;
  readonly serve: (connection: Connection, documents: OpenDocuments) => void;
}

export function defineFeature(feature: Feature): Feature {
  return feature;
}
