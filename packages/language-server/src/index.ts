/** The language server over any connection, and what it asks about a definition: `@tablewright/language-server`. */
export type { Diagnostic } from "@tablewright/core";
export type { QuickFix, SignatureHelp, TextEdit } from "@tablewright/core/expression/editor";
export type {
  DefinitionCompletion,
  DefinitionCompletions,
  DefinitionHover,
  LocatedDefinitionDiagnostic,
  NamedSpan,
  OpenDefinition,
  OutlineItem,
} from "./definition/index-definition.ts";
export { openDefinition } from "./definition/open-definition.ts";
export { withEdits } from "./definition/rename-in.ts";
export { serveConnection } from "./serve-connection.ts";
