import { z } from "zod";
import { formsOf, memberFormsOf } from "../src/schema/rule-tests/by-form.ts";
import { ruleTestShape } from "../src/schema/rule-tests/rule-test-shape.ts";
import { onFewLines } from "./on-few-lines.ts";

/** The JSON Schema of a file of rule tests, for editors. */
export function testSchema(): string {
  const { $schema, ...schema } = schemaOf(ruleTestShape);
  const titled = { $schema, title: TITLE, description: DESCRIPTION, ...schema };
  return `${onFewLines(JSON.stringify(titled, null, 2))}\n`;
}

const TITLE = "Rule tests of Tablewright";

const DESCRIPTION = "Tests of an application definition, run by: tablewright test.";

function schemaOf(shape: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(shape, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const byMember = memberFormsOf.get(zodSchema);
      if (byMember !== undefined) {
        jsonSchema.if = { required: [byMember.name] };
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        jsonSchema.then = partOf(byMember.there);
        jsonSchema.else = partOf(byMember.missing);
      }
      const forms = formsOf.get(zodSchema);
      if (forms !== undefined) jsonSchema.anyOf = forms.map(partOf);
    },
  });
}

function partOf(form: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...schema } = schemaOf(form);
  return schema;
}
