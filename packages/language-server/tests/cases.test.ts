import { afterAll, beforeAll, expect, test } from "vitest";
import type { CodeAction, CompletionItem, Hover, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  answersOf,
  editorCases,
  editorDefinition,
  START_OF_SOURCE,
  withoutMark,
} from "../../core/conformance/editor/editor-cases.ts";
import { connectEditor, type EditorClient } from "./editor-client.ts";

let editor: EditorClient;
beforeAll(async () => {
  editor = await connectEditor();
});
afterAll(() => editor.connection.dispose());

test.each(editorCases)("over the protocol: $source", async ({ source: marked, ...answers }) => {
  const { source, offset } = withoutMark(marked);
  const document = await editor.write(editorDefinition(source));
  const textDocument = { uri: editor.uri };
  const at = { textDocument, position: document.positionAt(START_OF_SOURCE + offset) };
  const completions: CompletionItem[] = await editor.connection.sendRequest("textDocument/completion", at);
  const hover: Hover | null = await editor.connection.sendRequest("textDocument/hover", at);
  const range = { start: document.positionAt(0), end: document.positionAt(document.getText().length) };
  const actions: CodeAction[] = await editor.connection.sendRequest("textDocument/codeAction", {
    textDocument,
    range,
    context: { diagnostics: [] },
  });
  const fixes = actions.map(({ edit }) => ({
    edits: (edit?.changes?.[editor.uri] ?? []).map((one) => inSource(document, one)),
  }));
  expect(answersOf(source, { completions }, readHover(hover), fixes)).toEqual(answers);
});

function inSource(document: TextDocument, { range, newText }: TextEdit) {
  const start = document.offsetAt(range.start) - START_OF_SOURCE;
  return { start, end: document.offsetAt(range.end) - START_OF_SOURCE, text: newText };
}

/** The first line of the Markdown: the title, and the type behind the last colon. */
function readHover(
  hover: Hover | null,
): { readonly title: string; readonly type: string | undefined } | undefined {
  const value = hover === null ? "" : (hover.contents as { value: string }).value;
  const [, title, type] = /^```\n(.*?)(?:: ([^:\n]*))?\n```/.exec(value) ?? [];
  return title === undefined ? undefined : { title, type };
}
