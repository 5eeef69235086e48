import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  createProtocolConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Location,
  type PublishDiagnosticsParams,
  type SignatureHelp,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { connectEditor, type EditorClient } from "./editor-client.ts";

const SHOP = `tablewright: 1
app: { id: shop, name: Shop }
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      Price: { type: Price } # before tax
      Gross: { type: Text, formula: "left([Price],1" }
`;

const open: EditorClient[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.connection.dispose();
});

async function editorWith(text: string) {
  const editor = await connectEditor();
  open.push(editor);
  const document = await editor.write(text);
  const ask = <T>(method: string, words: string, more: object = {}): Promise<T> =>
    editor.connection.sendRequest(`textDocument/${method}`, {
      textDocument: { uri: editor.uri },
      position: document.positionAt(text.indexOf(words) + words.length),
      ...more,
    });
  return { editor, document, ask };
}

function applied(document: TextDocument, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(document, [...edits]);
}

test("diagnostics come as one types, and go with the mistake", async () => {
  const { editor } = await editorWith("");
  const waiting = new Map<number, (diagnostics: readonly Diagnostic[]) => void>();
  editor.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) =>
    waiting.get(params.version ?? 0)?.(params.diagnostics),
  );
  const diagnosticsOf = async (text: string) => {
    const { version } = await editor.write(text);
    return new Promise<readonly Diagnostic[]>((done) => waiting.set(version, done));
  };
  const found = await diagnosticsOf(SHOP);
  expect(
    found.map(({ code, range: { start, end } }) => [code, start.line, start.character, end.character]),
  ).toEqual([["syntax/missing-bracket", 8, 41, 42]]);
  expect(found[0]?.message).toBe(`The "(" that opens here has no matching ")". Add the missing ")".`);
  expect(await diagnosticsOf(SHOP.replace(",1", ",1)"))).toEqual([]);
});

describe("a definition", () => {
  test("declarations are gone to, and uses are listed", async () => {
    const { document, ask } = await editorWith(SHOP);
    const { range } = await ask<Location>("definition", "left([Pri");
    expect(document.getText(range)).toBe("Price");
    expect(range.start.line).toBe(7);
    const lines = async (includeDeclaration: boolean) =>
      (await ask<Location[]>("references", "left([Pri", { context: { includeDeclaration } })).map(
        (one) => one.range.start.line,
      );
    expect(await lines(true)).toEqual([7, 8]);
    expect(await lines(false)).toEqual([8]);
  });

  test("a column is renamed, or the reason is said", async () => {
    const { editor, document, ask } = await editorWith(SHOP);
    expect(await ask("prepareRename", "left([Pri")).toMatchObject({ placeholder: "Price" });
    expect(await ask("prepareRename", "# before")).toBeNull();
    const edit = await ask<WorkspaceEdit>("rename", "left([Pri", { newName: "Net price" });
    expect(applied(document, edit.changes?.[editor.uri] ?? [])).toBe(
      SHOP.replace("Price: {", "Net price: {").replace("[Price]", "[Net price]"),
    );
    await expect(ask("rename", "left([Pri", { newName: "ID" })).rejects.toThrow(
      /^"Price" cannot be renamed to "ID": then .*"ID" is written twice\.$/,
    );
  });

  test("a call that is being written is helped with", async () => {
    const { ask } = await editorWith(SHOP);
    const { signatures, activeParameter } = await ask<SignatureHelp>("signatureHelp", "left([Price],");
    expect([signatures[0]?.label, activeParameter]).toEqual(["LEFT(text, count)", 1]);
  });

  test("expressions are formatted", async () => {
    const text = SHOP.replace(",1", ",1)");
    const { document, ask } = await editorWith(text);
    const edits = await ask<TextEdit[]>("formatting", "", { options: { tabSize: 2, insertSpaces: true } });
    expect(applied(document, edits)).toBe(text.replace("left([Price],1)", "LEFT([Price], 1)"));
  });

  test("the outline has tables and columns", async () => {
    const { ask } = await editorWith(SHOP);
    const [table] = await ask<DocumentSymbol[]>("documentSymbol", "");
    expect([table?.name, ...(table?.children ?? []).map(({ name }) => name)]).toEqual([
      "Orders",
      "ID",
      "Price",
      "Gross",
    ]);
  });
});

test("a YAML file that is no definition is left alone", async () => {
  const { ask } = await editorWith("services:\n  web: { image: x }\n");
  expect(await ask("completion", "web: { ")).toEqual([]);
  expect(await ask("documentSymbol", "")).toEqual([]);
});

test("the command answers on standard output and ends when it is told to", async () => {
  const server: ChildProcess = spawn(process.execPath, [
    "--conditions=source",
    resolve(import.meta.dirname, "../src/main.ts"),
    "--stdio",
  ]);
  const ended = new Promise<number | null>((done) => server.once("exit", done));
  const { stdin, stdout } = server;
  if (stdin === null || stdout === null) throw new Error("The server has no streams.");
  const connection = createProtocolConnection(
    new StreamMessageReader(stdout),
    new StreamMessageWriter(stdin),
  );
  connection.listen();
  const answer = await connection.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  expect(answer).toMatchObject({
    serverInfo: { name: "tablewright" },
    capabilities: { hoverProvider: true },
  });
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  expect(await ended).toBe(0);
  connection.dispose();
});

test("the command says what it is when it is asked, and reads nothing", () => {
  const input = ["--conditions=source", resolve(import.meta.dirname, "../src/main.ts"), "--help"];
  const { status, stdout } = spawnSync(process.execPath, input, { encoding: "utf8", input: "" });
  expect(stdout).toMatch(/^Usage: tablewright-language-server --stdio\n/u);
  expect(status).toBe(0);
});
