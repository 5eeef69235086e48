import { z } from "zod";
import { columnTypes } from "./column-types/index.ts";
import { columnMembers } from "./text/column-members.ts";
import { definitionShape } from "./text/definition-shape.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

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
