import { kindInWords } from "../../diagnostics/index.ts";
import { columnsOfSchema, type SchemaObject } from "./schema-columns.ts";
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
