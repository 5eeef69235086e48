/** What editors ask about a whole definition: `@tablewright/core/editor`. */
export type { Diagnostic } from "../../diagnostics/index.ts";
export type { QuickFix, SignatureHelp, TextEdit } from "../../expression/editor/index.ts";
export type { DefinitionCompletion, DefinitionCompletions } from "./complete-in-definition.ts";
export { definitionSchema } from "./definition-schema.ts";
export type { DefinitionHover } from "./hover-in-definition.ts";
export {
  type LocatedDefinitionDiagnostic,
  type NamedSpan,
  type OpenDefinition,
  openDefinition,
} from "./open-definition.ts";
export type { OutlineItem } from "./outline-of.ts";
export { withEdits } from "./with-edits.ts";
