import { z } from "zod";
import { onFewLines } from "../../core/conformance/on-few-lines.ts";
import { alternativeForms, memberFormsOf } from "../src/read/by-form.ts";
import { namedShapes, ruleTestShape } from "../src/read/rule-test-shape.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of a file of rule tests, for editors. */
export function testSchema(): string {
  const { $schema, ...schema } = schemaOf(ruleTestShape);
  const $defs = Object.fromEntries(
    Object.entries(namedShapes).map(([name, shape]) => [name, withoutDialect(schemaOf(shape))]),
  );
  const titled = { $schema, title: TITLE, description: DESCRIPTION, ...schema, $defs };
  return `${onFewLines(JSON.stringify(titled, null, 2))}\n`;
}

const TITLE = "Rule tests of Tablewright";

const DESCRIPTION = "Tests of an application definition, run by: tablewright test.";

/** Whole, but for the named shapes inside it, which are references. */
function schemaOf(shape: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(shape, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== shape && names.has(zodSchema)) {
        for (const word of Object.keys(jsonSchema)) delete jsonSchema[word];
        jsonSchema.$ref = referenceTo(zodSchema);
        return;
      }
      const byMember = memberFormsOf.get(zodSchema);
      if (byMember !== undefined) {
        jsonSchema.if = { required: [byMember.name] };
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        jsonSchema.then = partOf(byMember.there);
        jsonSchema.else = partOf(byMember.missing);
      }
      const forms = alternativeForms.get(zodSchema);
      if (forms !== undefined) jsonSchema.anyOf = forms.map(partOf);
    },
  });
}

function partOf(form: z.core.$ZodType): JsonSchema {
  return names.has(form) ? { $ref: referenceTo(form) } : withoutDialect(schemaOf(form));
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function referenceTo(shape: z.core.$ZodType): string {
  return `#/$defs/${names.get(shape)}`;
}

const names = new Map<z.core.$ZodType, string>(
  Object.entries(namedShapes).map(([name, shape]) => [shape, name]),
);
