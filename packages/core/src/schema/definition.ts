/**
 * Texts written as definitions are, with the place of each part: `@tablewright/core/definition`. For the language server and
 * rule tests.
 */
export { type Span, suggestionIn } from "../diagnostics/index.ts";
export type { TextEdit } from "../expression/editor/fixes-of.ts";
export {
  analyseSource,
  type Completion,
  completeArgumentIn,
  fixesOf,
  format,
  formatOnLine,
  hoverIn,
  type NameUse,
  namesIn,
  type QuickFix,
  type SignatureHelp,
  signatureHelpIn,
} from "../expression/editor/parts.ts";
export { type ExpressionScope, everyTable, tableNamesOf, typeName } from "../expression/parts.ts";
export { type JsonValue, readIsoDateTime, utcSecondsOf, zoneOf } from "../values/index.ts";
export { columnTypeNamed, columnTypes } from "./column-types/index.ts";
export { templateTags, templateVariables } from "./compile/compile-template.ts";
export { definitionSchema, type JsonSchema } from "./definition-schema.ts";
export { findColumn, findTable, suggestName } from "./draft/find-names.ts";
export {
  type PlacedExpression,
  type PlacedName,
  type ReadDefinition,
  readDefinition,
} from "./load-definition.ts";
export { checkShape } from "./text/check-shape.ts";
export { DefinitionReport } from "./text/definition-report.ts";
export type { DefinitionSource, SourcePart } from "./text/definition-source.ts";
export { byName, count, members, oneOf, text } from "./text/forms.ts";
export { readYaml } from "./text/read-yaml.ts";
export type { ScalarText, WrittenScalar } from "./text/scalar-text.ts";
