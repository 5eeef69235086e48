/**
 * Texts written as definitions are, with the place of each part: `@tablewright/core/definition`. For the language server and
 * rule tests.
 */
import { z } from "zod";
import { rulesShape } from "../decisions/rules-shape.ts";
import { columnTypes } from "./column-types/index.ts";
import { columnMembers } from "./text/column-members.ts";
import { definitionShape } from "./text/definition-shape.ts";
import { describeMembers } from "./text/describe-members.ts";

export { moveDiagnostic, type Span, type TextEdit } from "../diagnostics/index.ts";
export { analyseSource } from "../expression/editor/analyse-source.ts";
export { completeArgumentIn } from "../expression/editor/complete-argument-in.ts";
export type { Completion } from "../expression/editor/complete-in.ts";
export { fixesOf, type QuickFix } from "../expression/editor/fixes-of.ts";
export { hoverIn } from "../expression/editor/hover-in.ts";
export { type NameUse, namesIn } from "../expression/editor/names-in.ts";
export { type SignatureHelp, signatureHelpIn } from "../expression/editor/signature-help-in.ts";
export { type ExpressionScope, everyTable, tableNamesOf, typeName } from "../expression/parts.ts";
export { formatOnLine, formatSource } from "../expression/syntax/print.ts";
export { type JsonValue, readIsoDateTime, utcSecondsOf, zoneOf } from "../values/index.ts";
export { checkShape } from "../yaml/check-shape.ts";
export { DefinitionReport } from "../yaml/definition-report.ts";
export type { DefinitionSource, SourcePart } from "../yaml/definition-source.ts";
export { editSource, isJsonText } from "../yaml/edit-source.ts";
export { byName, countForm, members, oneOf, textForm } from "../yaml/forms.ts";
export { readYaml } from "../yaml/read-yaml.ts";
export type { SourceText, WrittenScalar } from "../yaml/scalar-text.ts";
export { columnTypeNamed, columnTypes } from "./column-types/index.ts";
export { templateTags, templateVariables } from "./compile/compile-template.ts";
export { findColumn, findTable, suggestName } from "./draft/find-names.ts";
export {
  type DefinitionEdit,
  type DefinitionPart,
  definitionParts,
  editDefinition,
  partOfMember,
  restoreDefinition,
} from "./edit-definition.ts";
export {
  type PlacedExpression,
  type PlacedName,
  type ReadDefinition,
  readDefinition,
} from "./load-definition.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of a definition of rules over plain objects. */
export function rulesSchema(): JsonSchema {
  const schema = z.toJSONSchema(rulesShape, { io: "input" });
  describeMembers(schema);
  return schema;
}

/** The JSON Schema of a definition: its members, and the form of their values. */
export function definitionSchema(): JsonSchema {
  const schema = z.toJSONSchema(definitionShape, {
    io: "input",
    override: ({ jsonSchema, path }) => {
      if (path.at(-2) === "columns" && path.at(-1) === "additionalProperties") nameTypes(jsonSchema);
      // The pattern ignores case, which a JSON Schema cannot say.
      if (jsonSchema.pattern === "^[\\da-f]{64}$") jsonSchema.pattern = "^[\\da-fA-F]{64}$";
    },
  });
  const { $schema, ...rest } = schema;
  describeMembers([rest.properties?.decisions, rest.properties?.functions, rest.$defs?.parameter]);
  return { $schema, title: TITLE, description: DESCRIPTION, ...rest } as JsonSchema;
}

const TITLE = "Application definition of Tablewright";

const DESCRIPTION =
  "The members of a definition and the form of their values. What is beyond their form is checked by: tablewright check.";

function nameTypes({ properties }: JsonSchema): void {
  if (properties === undefined) return;
  properties.type = {
    type: "string",
    enum: columnTypes.map(({ name }) => name),
    description: columnMembers.type.says,
  };
}
