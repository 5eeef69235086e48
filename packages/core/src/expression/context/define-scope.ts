import type { MembersOf } from "./declared-values.ts";
import { columnsOfSchema, type SchemaObject } from "./schema-columns.ts";
import type { Scope } from "./scope.ts";

declare const rowType: unique symbol;

/** A scope whose rows TypeScript knows: `compile` types what `evaluate`, `bind`, `filter` and `map` take by it. */
export interface TypedRows<Row extends object> {
  readonly [rowType]?: Row;
}

/** The row objects that a scope declares: of `columns`, with the object types of `types`. Each cell may be left out, or null. */
export type RowOf<S extends Scope> = S extends { readonly columns: infer Columns }
  ? MembersOf<Columns, S extends { readonly types: infer Types } ? Types : unknown>
  : object;

/** The scope itself; TypeScript infers the type of its rows from `columns` and `types`. */
export function defineScope<const S extends Scope>(scope: S): S & TypedRows<RowOf<S>> {
  return scope;
}

/** A schema of objects that can say itself as JSON Schema, as those of zod can. */
export interface ObjectSchema<Row> {
  toJSONSchema(): object;
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
  const json = "toJSONSchema" in schema ? (schema as ObjectSchema<unknown>).toJSONSchema() : schema;
  return { ...more, columns: columnsOfSchema(json as SchemaObject) };
}
