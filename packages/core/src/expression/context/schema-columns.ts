import { kindInWords } from "../../diagnostics/index.ts";
import { nameInPointer } from "../../values/index.ts";
import type { ColumnScope } from "./declared-types.ts";

/** The part of JSON Schema that says what type a value has. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  /** Of a schema of zod for which JSON Schema has no form. */
  readonly zodType?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly allOf?: readonly SchemaObject[];
}

type Columns = Readonly<Record<string, ColumnScope>>;

/** The columns that the properties of an object are. Throws a TypeError that names the first one that can be none. */
export function columnsOfSchema(schema: SchemaObject): Columns {
  return new SchemaReader(schema).columnsOf(schema, "");
}

class SchemaReader {
  readonly #root: SchemaObject;
  /** The references on the way to the part at work. */
  readonly #open: string[] = [];

  constructor(root: SchemaObject) {
    this.#root = root;
  }

  columnsOf(schema: SchemaObject, place: string): Columns {
    return this.#following(schema, place, ({ properties }) => {
      if (typeof properties !== "object" || properties === null || Array.isArray(properties))
        throw noType(place, "it is no object with properties");
      return Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, this.#columnOf(one, `${place}/${name}`)]),
      );
    });
  }

  #columnOf(schema: SchemaObject, place: string): ColumnScope {
    return this.#following(schema, place, (one) => {
      if (one.properties !== undefined) return { type: "Object", fields: this.columnsOf(one, place) };
      const values = one.const === undefined ? one.enum : [one.const];
      if (values !== undefined) return enumOf(listAt(values, place, "enum"), place);
      const types = [one.type ?? []].flat().filter((type) => type !== "null");
      const isAny = types.length === 0 && one.zodType === undefined && one.type === undefined;
      if (isAny || types.join() === "object") return { type: "Json" };
      if (types.length > 1) throw noType(place, `it may be ${types.join(" or ")}`);
      switch (types[0]) {
        case "string":
          return { type: (one.format === undefined ? undefined : FORMATS[one.format]) ?? "Text" };
        case "integer":
          return { type: "Number" };
        case "number":
          return { type: "Decimal" };
        case "boolean":
          return { type: "Yes/No" };
        case "array":
          return { type: "List", of: this.#columnOf(one.items ?? {}, `${place}/items`) };
      }
      throw noType(
        place,
        one.zodType === undefined ? "its type is not given" : `it is a ${one.zodType} of zod`,
      );
    });
  }

  /** Reads a schema where its references lead; a choice between null and one other is that one. */
  #following<T>(schema: SchemaObject, place: string, read: (schema: SchemaObject) => T): T {
    if (typeof schema !== "object" || schema === null)
      throw noType(place, `it is ${kindInWords(schema)}, and an object is expected`);
    const { $ref } = schema;
    const keyword = (["anyOf", "oneOf", "allOf"] as const).find((name) => schema[name] !== undefined);
    if ($ref !== undefined) {
      if (typeof $ref !== "string")
        throw noType(place, `its $ref is ${kindInWords($ref)}, and a text is expected`);
      if (this.#open.includes($ref)) throw noType(place, "it holds itself");
      this.#open.push($ref);
      const result = this.#following(this.#find($ref, place), place, read);
      this.#open.pop();
      return result;
    }
    if (keyword === undefined) return read(schema);
    const choices = listAt(schema[keyword], place, keyword) as readonly SchemaObject[];
    const [only, other] = choices.filter((one) => one?.type !== "null");
    if (only === undefined || other !== undefined)
      throw noType(
        place,
        keyword === "allOf" ? "it joins several by allOf" : "it is a choice between several",
      );
    return this.#following(only, place, read);
  }

  #find(ref: string, place: string): SchemaObject {
    let found: unknown = this.#root;
    for (const part of ref.replace(/^#\/?/, "").split("/").filter(Boolean))
      found = Object(found)[nameInPointer(part)];
    if (!ref.startsWith("#") || typeof found !== "object" || found === null)
      throw noType(place, `"${ref}" is not in the schema`);
    return found;
  }
}

function listAt(given: unknown, place: string, keyword: string): readonly unknown[] {
  if (Array.isArray(given)) return given;
  throw noType(place, `its ${keyword} is ${kindInWords(given)}, and a list is expected`);
}

function enumOf(values: readonly unknown[], place: string): ColumnScope {
  const given = values.filter((value) => value !== null);
  if (given.every((value) => typeof value === "string")) return { type: "Enum", values: given };
  if (given.every((value) => Number.isSafeInteger(value))) return { type: "Number" };
  if (given.every((value) => typeof value === "number")) return { type: "Decimal" };
  if (given.every((value) => typeof value === "boolean")) return { type: "Yes/No" };
  throw noType(place, "its values have several types");
}

function noType(place: string, reason: string): TypeError {
  return new TypeError(`The schema${place && ` at "${place}"`} is no type of a column: ${reason}.`);
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "Date",
  "date-time": "DateTime",
  time: "Time",
  email: "Email",
  uri: "Url",
};
