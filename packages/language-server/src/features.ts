import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  type DocumentSymbol,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  type ServerCapabilities,
  type SignatureInformation,
  SymbolKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { DefinitionCompletion, OutlineItem } from "./definition/index-definition.ts";
import { editsOf, type OpenDocument, type OpenDocuments, rangeOf } from "./open-documents.ts";

/** What the server can do, as it announces it. */
export const CAPABILITIES: ServerCapabilities = {
  completionProvider: { triggerCharacters: ["[", '"', "'", "(", ",", ".", ":", " "] },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  documentFormattingProvider: true,
  documentSymbolProvider: true,
};

/** Answers the questions of an editor about its open documents. */
export function serveFeatures(connection: Connection, documents: OpenDocuments): void {
  /** Answers about an open document, and with `none` about any other. */
  const about =
    <P extends { readonly textDocument: { readonly uri: string } }, A, N>(
      none: N,
      answer: (open: OpenDocument, params: P) => A,
    ) =>
    (params: P): A | N => {
      const open = documents.get(params.textDocument.uri);
      return open === undefined ? none : answer(open, params);
    };

  // All completions are sent, in the order in which they fit.
  connection.onCompletion(
    about([], ({ document, definition }, { position }) => {
      const { start, end, completions } = definition.complete(document.offsetAt(position));
      const range = rangeOf(document, { start, end });
      if (range.end.line !== position.line) range.end = position;
      if (range.start.line !== position.line) range.start = position;
      return completions.map(
        ({ label, kind, detail, insert }, at): CompletionItem => ({
          label,
          kind: COMPLETION_KINDS[kind],
          detail,
          filterText: label,
          sortText: String(at).padStart(5, "0"),
          textEdit: { range, newText: insert },
        }),
      );
    }),
  );

  // The name and the type as code, then what there is to read about it.
  connection.onHover(
    about(null, ({ document, definition }, { position }) => {
      const help = definition.hover(document.offsetAt(position));
      if (help === undefined) return null;
      const { title, type, text } = help;
      const head = `\`\`\`\n${title}${type === undefined ? "" : `: ${type}`}\n\`\`\``;
      const value = text === "" ? head : `${head}\n\n${text}`;
      return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(document, help) };
    }),
  );

  connection.onSignatureHelp(
    about(null, ({ document, definition }, { position }) => {
      const help = definition.signatureHelp(document.offsetAt(position));
      if (help === undefined) return null;
      const signature: SignatureInformation = {
        label: help.syntax,
        documentation: { kind: MarkupKind.Markdown, value: help.summary },
        parameters: help.parameters.map(({ start, end, type, description }) => ({
          label: [start, end],
          documentation: description ?? type,
        })),
      };
      return { signatures: [signature], activeSignature: 0, activeParameter: help.active ?? null };
    }),
  );

  connection.onDefinition(
    about(null, ({ document, definition }, { textDocument: { uri }, position }) => {
      const span = definition.declarationOf(document.offsetAt(position));
      return span === undefined ? null : { uri, range: rangeOf(document, span) };
    }),
  );
  connection.onReferences(
    about([], ({ document, definition }, { textDocument: { uri }, position, context }) => {
      const offset = document.offsetAt(position);
      const declared = definition.declarationOf(offset);
      return definition
        .references(offset)
        .filter(({ start }) => context.includeDeclaration || start !== declared?.start)
        .map((span) => ({ uri, range: rangeOf(document, span) }));
    }),
  );
  connection.onPrepareRename(
    about(null, ({ document, definition }, { position }) => {
      const symbol = definition.symbolAt(document.offsetAt(position));
      return symbol === undefined ? null : { range: rangeOf(document, symbol), placeholder: symbol.name };
    }),
  );
  connection.onRenameRequest(
    about(null, ({ document, definition }, { textDocument: { uri }, position, newName }) => {
      const { output, diagnostics } = definition.rename(document.offsetAt(position), newName);
      if (output !== undefined) return { changes: { [uri]: editsOf(document, output) } };
      const message = diagnostics[0]?.message ?? "There is no name of the definition here.";
      return new ResponseError(LSPErrorCodes.RequestFailed, message);
    }),
  );

  // Quick fixes of the diagnostics in a range.
  connection.onCodeAction(
    about([], ({ document, definition }, { textDocument: { uri }, range, context }) => {
      const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      return definition
        .quickFixes()
        .filter(({ start, end }) => start <= to && from <= end)
        .map(
          ({ title, code, start, edits }): CodeAction => ({
            title,
            kind: CodeActionKind.QuickFix,
            diagnostics: context.diagnostics.filter(
              (one) => one.code === code && document.offsetAt(one.range.start) === start,
            ),
            edit: { changes: { [uri]: editsOf(document, edits) } },
          }),
        );
    }),
  );

  connection.onDocumentFormatting(
    about([], ({ document, definition }) => editsOf(document, definition.format())),
  );
  connection.onDocumentSymbol(
    about([], ({ document, definition }) => definition.outline().map((item) => symbolOf(document, item))),
  );
}

/** A part of the outline: tables with their columns, slices, actions and rules; of rules over plain objects facts and decisions. */
function symbolOf(document: TextDocument, item: OutlineItem): DocumentSymbol {
  return {
    name: item.name,
    detail: item.kind,
    kind: SYMBOL_KINDS[item.kind],
    range: rangeOf(document, item),
    selectionRange: rangeOf(document, item.nameSpan),
    children: item.items.map((one) => symbolOf(document, one)),
  };
}

const COMPLETION_KINDS: Readonly<Record<DefinitionCompletion["kind"], CompletionItemKind>> = {
  action: CompletionItemKind.Method,
  column: CompletionItemKind.Field,
  constant: CompletionItemKind.Constant,
  function: CompletionItemKind.Function,
  operator: CompletionItemKind.Operator,
  member: CompletionItemKind.Property,
  slice: CompletionItemKind.Interface,
  table: CompletionItemKind.Class,
};

const SYMBOL_KINDS: Readonly<Record<OutlineItem["kind"], SymbolKind>> = {
  table: SymbolKind.Class,
  column: SymbolKind.Field,
  slice: SymbolKind.Interface,
  action: SymbolKind.Method,
  rule: SymbolKind.Event,
  fact: SymbolKind.Field,
  decision: SymbolKind.Class,
  output: SymbolKind.Property,
  function: SymbolKind.Function,
  parameter: SymbolKind.Variable,
  field: SymbolKind.Field,
  type: SymbolKind.Struct,
};
