/**
 * Texts written as definitions are, with the place of each part: `@tablewright/core/definition`. For the language server and
 * rule tests.
 */
export { moveDiagnostic, type Span, type TextEdit } from "../diagnostics/index.ts";
export { analyseSource } from "../expression/editor/analyse-source.ts";
export { completeArgumentIn } from "../expression/editor/complete-argument-in.ts";
export type { Completion } from "../expression/editor/complete-in.ts";
export { fixesOf, type QuickFix } from "../expression/editor/fixes-of.ts";
export { hoverIn } from "../expression/editor/hover-in.ts";
export { type NameUse, namesIn } from "../expression/editor/names-in.ts";
export { type SignatureHelp, signatureHelpIn } from "../expression/editor/signature-help-in.ts";
export { type ExpressionScope, everyTable, tableNamesOf, typeName } from "../expression/parts.ts";
export { format, formatOnLine } from "../expression/syntax/print.ts";
export { type JsonValue, readIsoDateTime, utcSecondsOf, zoneOf } from "../values/index.ts";
export { checkShape } from "../yaml/check-shape.ts";
export { DefinitionReport } from "../yaml/definition-report.ts";
export type { DefinitionSource, SourcePart } from "../yaml/definition-source.ts";
export { byName, count, members, oneOf, text } from "../yaml/forms.ts";
export { readYaml } from "../yaml/read-yaml.ts";
export type { ScalarText, WrittenScalar } from "../yaml/scalar-text.ts";
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
