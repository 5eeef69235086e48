import { definitionSchema } from "../src/schema/editor/definition-schema.ts";
import { onFewLines } from "./on-few-lines.ts";

/** The JSON Schema of a definition as it is committed, for editors. */
export function definitionSchemaPage(): string {
  return `${onFewLines(JSON.stringify(definitionSchema(), null, 2))}\n`;
}
