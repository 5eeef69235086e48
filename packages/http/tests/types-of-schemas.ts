import type { OpenApiSchema } from "../src/openapi/json-schema.ts";

/** Interfaces and types of TypeScript that say what schemas say, by their names. */
export function typesOfSchemas(schemas: Readonly<Record<string, OpenApiSchema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const { anyOf, type } = schema as Form;
      const parts = anyOf?.map((one) => `\n  | ${typeOf(one, "    ")}`).join("");
      const declared =
        type === "object"
          ? `interface ${name} ${objectOf(schema, "", false)}`
          : `type ${name} =${parts ?? ` ${typeOf(schema, "")}`};`;
      return `${comment(schema, "")}export ${declared}\n`;
    })
    .join("\n");
}

function typeOf(schema: OpenApiSchema, indent: string): string {
  const { $ref, const: only, enum: values, anyOf, type } = schema as Form;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, indent)).join(" | ");
  if (typeof type === "object")
    return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(" | ");
  if (type === "array") return listOf(schema as Form, indent);
  if (type === "object") return objectOf(schema as Form, indent);
  return type === undefined ? "Json" : (NAMES[type] ?? type);
}

const NAMES: Readonly<Record<string, string>> = { integer: "number" };

interface Form {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly type?: string | readonly string[];
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

function listOf({ items = {} }: Form, indent: string): string {
  const item = typeOf(items, indent);
  return `readonly ${/ \| /u.test(item.replace(/\{.*\}/su, "")) ? `(${item})` : item}[]`;
}

/** In one line where that is short and nothing is said of its members. */
function objectOf({ properties = {}, required = [] }: Form, indent: string, mayBeShort = true): string {
  const names = Object.entries(properties);
  if (names.length === 0) return "Cells";
  const inner = `${indent}  `;
  const members = names.map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return { said: comment(schema, inner), member: `readonly ${name}${mark}: ${typeOf(schema, inner)}` };
  });
  const short = `{ ${members.map(({ member }) => member).join("; ")} }`;
  const isShort = mayBeShort && short.length < 70 && members.every(({ said }) => said === "");
  if (isShort && !short.includes("\n")) return short;
  return `{\n${members.map(({ said, member }) => `${said}${inner}${member};\n`).join("")}${indent}}`;
}

function comment({ description }: Form, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description} */\n`;
}
