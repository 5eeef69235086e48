import { z } from "zod";
import { columnTypes } from "../src/schema/index.ts";
import { columnMembers } from "../src/schema/text/column-members.ts";
import { definitionShape } from "../src/schema/text/definition-shape.ts";
import { onFewLines } from "./on-few-lines.ts";

/** The JSON Schema of a definition, for editors. */
export function definitionSchema(): string {
  const schema = z.toJSONSchema(definitionShape, {
    io: "input",
    override: ({ jsonSchema, path }) => {
      if (path.at(-2) === "columns" && path.at(-1) === "additionalProperties") nameTypes(jsonSchema);
      // The pattern ignores case, which a JSON Schema cannot say.
      if (jsonSchema.pattern === "^[\\da-f]{64}$") jsonSchema.pattern = "^[\\da-fA-F]{64}$";
    },
  });
  const titled = { $schema: schema.$schema, title: TITLE, description: DESCRIPTION, ...schema };
  return `${onFewLines(JSON.stringify(titled, null, 2))}\n`;
}

const TITLE = "Application definition of Tablewright";

const DESCRIPTION =
  "The members of a definition and the form of their values. What is beyond their form is checked by: tablewright check.";

function nameTypes({ properties }: z.core.JSONSchema.BaseSchema): void {
  if (properties === undefined) return;
  properties.type = {
    type: "string",
    enum: columnTypes.map(({ name }) => name),
    description: columnMembers.type.says,
  };
}
