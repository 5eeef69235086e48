import { MarkupKind } from "vscode-languageserver";
import { rangeOf } from "../open-documents.ts";
import { defineFeature } from "./define-feature.ts";

/** What is under the cursor: its name and type as code, then what there is to read about it. */
export const hoverFeature = defineFeature({
  capabilities: { hoverProvider: true },
  serve: (connection, documents) =>
    connection.onHover(({ textDocument, position }) => {
      const open = documents.get(textDocument.uri);
      const help = open?.definition.hover(open.document.offsetAt(position));
      if (open === undefined || help === undefined) return null;
      const { title, type, text } = help;
      const head = `\`\`\`\n${title}${type === undefined ? "" : `: ${type}`}\n\`\`\``;
      return {
        contents: { kind: MarkupKind.Markdown, value: text === "" ? head : `${head}\n\n${text}` },
        range: rangeOf(open.document, help),
      };
    }),
});
