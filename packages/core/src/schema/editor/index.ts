/** What editors ask about a whole definition: `@tablewright/core/editor`. */
export type { Diagnostic } from "../../diagnostics/index.ts";
export type { QuickFix, SignatureHelp, TextEdit } from "../../expression/editor/index.ts";
export type {
  DefinitionCompletion,
  DefinitionCompletions,
  DefinitionHover,
  LocatedDefinitionDiagnostic,
  NamedSpan,
  OpenDefinition,
  OutlineItem,
} from "./definition-answers.ts";
export { definitionSchema } from "./definition-schema.ts";
export { openDefinition } from "./open-definition.ts";
export { withEdits } from "./with-edits.ts";
