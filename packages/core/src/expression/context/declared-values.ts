import { kindInWords } from "../../diagnostics/index.ts";
import { nameInPointer } from "../../values/index.ts";
import type { ColumnScope } from "./declared-types.ts";
import type { Scope } from "./scope.ts";

/** What TypeScript knows of values by the types that a program declares for them. */

/** The cells of a row, facts, or the fields of an object: those that are not required may be left out. */
export type MembersOf<Fields, Types> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly required: true }
    ? Name
    : never]: FactValue<Fields[Name], Types>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly required: true } ? never : Name]?:
    | FactValue<Fields[Name], Types>
    | null
    | undefined;
};

/** A date may be a JS Date, which is an instant. */
type FactValue<Declared, Types> = ValueOf<Declared, Types, string | Date>;

/** The JSON form of what is declared; `Dates` are those of a Date and a DateTime. */
export type ValueOf<Declared, Types, Dates> = Declared extends {
  readonly type: "Enum";
  readonly values: readonly (infer Choice)[];
}
  ? Choice
  : Declared extends { readonly type: "EnumList"; readonly values: readonly (infer Choice)[] }
    ? readonly Choice[]
    : Declared extends { readonly type: "Object"; readonly fields: infer Fields }
      ? MembersOf<Fields, Types>
      : Declared extends { readonly type: "List"; readonly of: infer Item }
        ? readonly ValueOf<Item, Types, Dates>[]
        : Declared extends { readonly type: "List" | "EnumList"; readonly itemType: infer Item }
          ? readonly ByName<Item, Types, Dates>[]
          : Declared extends { readonly type: infer Type }
            ? ByName<Type, Types, Dates>
            : ByName<Declared, Types, Dates>;

type ByName<Type, Types, Dates> = Type extends keyof Types
  ? MembersOf<Types[Type], Types>
  : Type extends "Number" | "Decimal" | "Percent" | "Price" | "Progress"
    ? number
    : Type extends "Yes/No"
      ? boolean
      : Type extends "Date" | "DateTime"
        ? Dates
        : Type extends "List" | "EnumList"
          ? readonly string[]
          : Type extends `List of ${infer Item}`
            ? readonly ByName<Item, Types, Dates>[]
            : string;

declare const rowType: unique symbol;

/** A scope whose rows TypeScript knows: `compile` types what `evaluate`, `bind`, `filter` and `map` take by it. */
export interface TypedRows<Row extends object> {
  readonly [rowType]?: Row;
}

/** The row objects that a scope declares: of `columns`, with the object types of `types`. Each cell may be left out, or null. */
export type RowOfScope<S extends Scope> = S extends { readonly columns: infer Columns }
  ? MembersOf<Columns, S extends { readonly types: infer Types } ? Types : unknown>
  : object;

/** The scope itself; TypeScript infers the type of its rows from `columns` and `types`. */
export function defineScope<const S extends Scope>(scope: S): S & TypedRows<RowOfScope<S>> {
  return scope;
}

/** A schema of objects that can say itself as JSON Schema, as those of zod can. */
export interface ObjectSchema<Row> {
  toJSONSchema(options?: object): object;
  readonly _output: Row;
}

/**
 * A scope with a column for each property of a schema of objects: one of zod (4.2 or later), or a JSON Schema (draft 2020-12, with
 * local references). Objects and lists have the types of their properties and items. Throws a TypeError that names the property of
 * which no value is known to have one type.
 */
export function scopeFrom<Row extends object>(
  schema: ObjectSchema<Row>,
  more?: Omit<Scope, "columns" | "table">,
): Scope & TypedRows<Row>;
export function scopeFrom<Row extends object = object>(
  schema: object,
  more?: Omit<Scope, "columns" | "table">,
): Scope & TypedRows<Row>;
export function scopeFrom(schema: object, more: Omit<Scope, "columns" | "table"> = {}): Scope {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null)
    throw new TypeError(
      `scopeFrom takes a schema of objects, of zod or a JSON Schema, and was given ${kindInWords(schema)}.`,
    );
  const { toJSONSchema } = schema as Partial<ObjectSchema<unknown>>;
  const json = typeof toJSONSchema === "function" ? toJSONSchema.call(schema, ALL_FORMS) : schema;
  return { ...more, columns: columnsOfSchema(json as SchemaObject) };
}

/**
 * How zod says what JSON has no form for: a Date is a moment, and of anything else its name stands in the schema, so that an error has
 * the property.
 */
const ALL_FORMS = {
  unrepresentable: "any",
  override: ({
    zodSchema,
    jsonSchema,
  }: {
    readonly zodSchema: unknown;
    readonly jsonSchema: SchemaObject;
  }) => {
    const { type } = (zodSchema as { readonly _zod: { readonly def: { readonly type: string } } })._zod.def;
    if (type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
    else if (Object.keys(jsonSchema).length === 0) Object.assign(jsonSchema, { zodType: type });
  },
};

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
