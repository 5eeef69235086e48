import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonValue } from "../src/values/index.ts";

/** Says where values break a JSON Schema, each as the path of the value and the word of the schema that it breaks. */
export function schemaErrors(schema: object): (value: JsonValue) => readonly string[] {
  const validate = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    validateFormats: false,
  }).compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, keyword, params }) =>
      [`#${instancePath}`, keyword, params.missingProperty ?? params.additionalProperty ?? ""]
        .join(" ")
        .trimEnd(),
    );
  };
}
