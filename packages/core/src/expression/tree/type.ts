import type { Family } from "../../values/index.ts";
import type { TableScope } from "./scope.ts";

/** The static type of an expression or a column. */
export type Type = ScalarType | RefType | ListType | ObjectType;

export interface ScalarType {
  readonly kind: ScalarKind;
  /** How TEXT() shows a number of a column; types that differ only in it are the same type. */
  readonly display?: NumberDisplay;
}

/** How a column shows its numbers. */
export interface NumberDisplay {
  readonly decimalDigits?: number | undefined;
  readonly currency?: string | undefined;
}

/** A row of `table`, held as its key; `key` is the type of that key. */
export interface RefType {
  readonly kind: "Ref";
  readonly table: string;
  readonly key: ScalarType;
}

export interface ListType {
  readonly kind: "List";
  readonly item: Type;
}

/** Named fields, each with a type. Its values are rows of `shape`, which is no table and has no key. */
export interface ObjectType {
  readonly kind: "Object";
  readonly shape: TableScope;
  /** Of one of the `types` of a definition or a scope. */
  readonly name?: string;
}

/** The name of a type of single values. */
export type ScalarKind = keyof typeof FAMILIES;

/**
 * The family decides which operators and functions take a type.
 * `any`: a value whose type is only known at run time (a parameter, a user setting); the context decides its type.
 * `unknown`: the type of a part that has an error; it fits everywhere, so that one error is reported once.
 */
const FAMILIES = {
  Text: "text",
  LongText: "text",
  Name: "text",
  Email: "text",
  Phone: "text",
  Url: "text",
  Address: "text",
  Enum: "text",
  Progress: "text",
  Color: "text",
  Image: "text",
  Thumbnail: "text",
  Drawing: "text",
  Signature: "text",
  File: "text",
  Video: "text",
  App: "text",
  /** Any JSON, whose values are the texts that `canonicalJson` gives. */
  Json: "text",
  Number: "number",
  Decimal: "number",
  Percent: "number",
  Price: "number",
  "Yes/No": "yes/no",
  Date: "date",
  Time: "time",
  DateTime: "datetime",
  Duration: "duration",
  LatLong: "point",
  XY: "point",
  Any: "any",
  Unknown: "unknown",
} as const satisfies Record<string, Family | "any" | "unknown">;

export type TypeFamily = Family | "any" | "unknown";

/** Every type of single values, by name. */
export const scalarKinds = Object.keys(FAMILIES) as readonly ScalarKind[];

export const scalar = (kind: ScalarKind): ScalarType => ({ kind });

/** The type of a column with the way in which it shows its numbers; other types show themselves in one way. */
export function shownAs(type: Type, { decimalDigits, currency }: NumberDisplay): Type {
  if (!hasFractions(type)) return type;
  if (decimalDigits === undefined && currency === undefined) return type;
  return { kind: type.kind, display: { decimalDigits, currency } };
}

export const listOf = (item: Type): ListType => ({ kind: "List", item });

export function isScalarKind(name: string): name is ScalarKind {
  return Object.hasOwn(FAMILIES, name);
}

/** The family of a type; a Ref has the family of its key. */
export function familyOf(type: Type): TypeFamily {
  if (type.kind === "List") return "list";
  if (type.kind === "Object") return "object";
  return FAMILIES[type.kind === "Ref" ? type.key.kind : type.kind];
}

/** Whether values of a family are numbers at run time, which are near to one another or not. */
export function isOrdered(family: TypeFamily): boolean {
  return ORDERED.has(family);
}

const ORDERED = new Set<TypeFamily>(["number", "date", "time", "datetime", "duration"]);

/** Whether values of the type are dates, times or durations. */
export function isTemporal(type: Type): boolean {
  const family = familyOf(type);
  return family !== "number" && isOrdered(family);
}

/** The family by which values of the type compare at run time. */
export function valueFamilyOf(type: Type): Family {
  const family = familyOf(type);
  return family === "any" || family === "unknown" ? "text" : family;
}

/**
 * The type in the words of messages and of `CompiledExpression.type`: `Decimal`, `List of Line`, `Ref of Orders`. A table is named
 * only if its name is visible to the reader.
 */
export function typeName(type: Type, isVisible: (table: string) => boolean): string {
  if (type.kind === "List") return `List of ${typeName(type.item, isVisible)}`;
  if (type.kind === "Object") return type.name ?? type.kind;
  return type.kind === "Ref" && isVisible(type.table) ? `Ref of ${type.table}` : type.kind;
}

/** For readers who may know of every table: authors of a definition, and programs that declare a scope. */
export const everyTable = (): boolean => true;

/** Whether all values of a type are whole numbers: a Number, or a Ref whose key is one. */
export function isWholeNumber(type: Type): boolean {
  return type.kind === "Number" || (type.kind === "Ref" && type.key.kind === "Number");
}

/** Whether the type is of numbers with fractions. */
export function hasFractions(
  type: Type,
): type is ScalarType & { readonly kind: "Decimal" | "Percent" | "Price" } {
  return type.kind === "Decimal" || type.kind === "Percent" || type.kind === "Price";
}

export function sameType(left: Type, right: Type): boolean {
  if (left.kind === "List" && right.kind === "List") return sameType(left.item, right.item);
  if (left.kind === "Object" && right.kind === "Object")
    return left.shape === right.shape || haveSameFields(left.shape, right.shape);
  return typeName(left, everyTable) === typeName(right, everyTable);
}

function haveSameFields({ columns: fields }: TableScope, { columns: others }: TableScope): boolean {
  return (
    fields.length === others.length &&
    fields.every(({ name, type }, at) => name === others[at]?.name && sameType(type, others[at].type))
  );
}

/** The type of an item of a list, or of the field at an index of an object. */
export function partType(type: Type, index: number): Type | undefined {
  if (type.kind === "List") return type.item;
  if (type.kind !== "Object") return undefined;
  return type.shape.columns.find((field) => !field.isVirtual && field.index === index)?.type;
}

/** Whether its values are objects or any JSON, or lists of them at any depth. */
export function holdsObjects(type: Type): boolean {
  return type.kind === "Object" || type.kind === "Json" || (type.kind === "List" && holdsObjects(type.item));
}
