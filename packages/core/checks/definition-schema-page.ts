import { onFewLines } from "../conformance/on-few-lines.ts";
import { definitionSchema } from "../src/schema/definition.ts";

/** The JSON Schema of a definition as it is committed, for editors. */
export function definitionSchemaPage(): string {
  return `${onFewLines(JSON.stringify(definitionSchema(), null, 2))}\n`;
}
