import { suggest } from "../diagnostics/index.ts";
import { readText } from "../expression/check/literals.ts";
import type { ColumnScope } from "../expression/context/declared-types.ts";
import { readScope, type Scope } from "../expression/context/scope.ts";
import { smallFunctions } from "../expression/functions/index.ts";
import { everyTable, familyOf, jsonWriterOf, scalarKinds, type Type, typeName } from "../expression/parts.ts";
import { findCycles } from "../expression/tree/find-cycles.ts";
import type { Value } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { FactPart } from "./decision.ts";
import type { FieldShape, FieldsShape, OutputShape } from "./rules-shape.ts";

/** The object types of a definition, by name, as they are declared and as scopes have them. */
export interface DeclaredTypes {
  readonly declared: Readonly<Record<string, FieldsShape>>;
  readonly scope: NonNullable<Scope["types"]>;
}

/** Reads the types of a definition; one that is wrong is reported and left out. */
export function readTypes(
  report: DefinitionReport,
  declared: Readonly<Record<string, FieldsShape>> = {},
): DeclaredTypes {
  const names = Object.keys(declared);
  const own = (name: string) => BUILT_IN.has(name) && ["types", name];
  const wrong = new Set<string>();
  for (const name of names) {
    const path = own(name);
    if (path !== false) {
      report.report(path, "definition/reserved-name", { name }, "name");
      wrong.add(name);
    }
    for (const [field, shape] of Object.entries(declared[name] ?? {}))
      if (!checkType(report, new Set(names), ["types", name, field], shape)) wrong.add(name);
  }
  const next = (name: string) => Object.values(declared[name] ?? {}).flatMap(typesNamedIn);
  for (const cycle of findCycles(names, (name) => next(name).filter((one) => Object.hasOwn(declared, one)))) {
    report.report(["types", cycle[0] ?? ""], "definition/formula-cycle", { columns: cycle }, "name");
    for (const name of cycle) wrong.add(name);
  }
  const sound = names.filter((name) => !wrong.has(name) && !next(name).some((one) => wrong.has(one)));
  const scope = sound.map((name) => [name, fieldsOf(declared[name] ?? {})] as const);
  return { declared, scope: Object.fromEntries(scope) };
}

const TYPE_NAMES = [
  ...scalarKinds.filter((kind) => kind !== "Unknown" && kind !== "Any"),
  "List",
  "EnumList",
  "Object",
];
const BUILT_IN: ReadonlySet<string> = new Set([...TYPE_NAMES, "Ref", "Unknown", "Any"]);

/** The names of types that a declaration mentions, at any depth. */
function typesNamedIn(shape: FieldShape): readonly string[] {
  if (typeof shape === "string") return [shape.replace(/^List of /, "")];
  const { type, itemType, fields = {}, of } = shape;
  return [
    type.replace(/^List of /, ""),
    ...(itemType === undefined ? [] : [itemType]),
    ...(of === undefined ? [] : typesNamedIn(of)),
    ...Object.values(fields).flatMap(typesNamedIn),
  ];
}

/** Whether all types that a declaration names are there; reports those that are not. A Ref has no table to point at. */
function checkType(
  report: DefinitionReport,
  declared: ReadonlySet<string>,
  path: Path,
  shape: FieldShape | OutputShape,
): boolean {
  const { type, itemType, fields, of } = typeof shape === "string" ? { type: shape } : shape;
  const isKnown = (name: string) => declared.has(name) || TYPE_NAMES.includes(name);
  const check = (name: string, at: Path) => {
    if (isKnown(name.replace(/^List of /, ""))) return true;
    const suggestion = suggest(name, [...TYPE_NAMES, ...declared]);
    report.report(at, "definition/unknown-type", { name, suggestion });
    return false;
  };
  let isSound = check(type, typeof shape === "string" ? path : [...path, "type"]);
  if (itemType !== undefined) isSound = check(itemType, [...path, "itemType"]) && isSound;
  if (of !== undefined) isSound = checkType(report, declared, [...path, "of"], of) && isSound;
  for (const [name, field] of Object.entries(fields ?? {}))
    isSound = checkType(report, declared, [...path, "fields", name], field) && isSound;
  if (type === "Object" && fields === undefined) {
    report.report(path, "definition/missing-member", { name: "fields" }, "name");
    isSound = false;
  }
  return isSound;
}

/** The type of a fact or an output; undefined where it names one that there is not, which is reported. */
export function typeOf(
  report: DefinitionReport,
  { declared, scope }: DeclaredTypes,
  path: Path,
  shape: FieldShape | OutputShape,
): Type | undefined {
  if (!checkType(report, new Set(Object.keys(declared)), path, shape)) return undefined;
  // Of a type that is itself wrong, which has been reported.
  if (typesNamedIn(shape).some((name) => Object.hasOwn(declared, name) && !Object.hasOwn(scope, name)))
    return undefined;
  return readScope(smallFunctions, { columns: { column: columnScopeOf(shape) }, types: scope }).row
    ?.columns[0]?.type;
}

/** A declaration as scopes have it. */
export function columnScopeOf(shape: FieldShape | OutputShape): ColumnScope {
  if (typeof shape === "string") return { type: shape };
  const { type, itemType, values, decimalDigits, currency, fields, of } = shape;
  return {
    type,
    ...(itemType === undefined ? {} : { itemType }),
    ...(values === undefined ? {} : { values: values.map(String) }),
    ...(decimalDigits === undefined ? {} : { decimalDigits }),
    ...(currency === undefined ? {} : { currency }),
    ...(fields === undefined ? {} : { fields: fieldsOf(fields) }),
    ...(of === undefined ? {} : { of: columnScopeOf(of) }),
  };
}

function fieldsOf(fields: FieldsShape): NonNullable<ColumnScope["fields"]> {
  return Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, columnScopeOf(shape)]));
}

/** What the values of a fact, or of a part of it, must be; reports bounds that are none. */
export function factPartOf(
  report: DefinitionReport,
  types: DeclaredTypes,
  path: Path,
  name: string,
  shape: FieldShape,
  type: Type,
  locale: string,
): FactPart {
  const {
    type: declared,
    fields,
    of,
    min,
    max,
    required,
    values,
  } = typeof shape === "string" ? ({ type: shape } as Exclude<FieldShape, string>) : shape;
  const named = types.declared[declared.replace(/^List of /, "")];
  const isNamedList = declared.startsWith("List of ");
  const at = (...steps: readonly string[]) => (named === undefined ? [...path, ...steps] : path);
  const part = (field: string, one: FieldShape, fieldType: Type, where: Path) =>
    factPartOf(report, types, where, field, one, fieldType, locale);
  const object = type.kind === "Object" ? type : undefined;
  const shapes: FieldsShape = fields ?? (isNamedList ? {} : (named ?? {}));
  const parts = (object?.shape.columns ?? []).map((column) =>
    part(column.name, shapes[column.name] ?? "Text", column.type, at("fields", column.name)),
  );
  const itemShape: FieldShape | undefined = of ?? (isNamedList ? declared.slice(8) : undefined);
  const item =
    type.kind === "List" && itemShape !== undefined ? part("", itemShape, type.item, at("of")) : undefined;
  const writer = jsonWriterOf(type);
  const own = {
    isRequired: required === true,
    values: valuesOf({ values }, type, locale),
    min: boundOf(report, [...path, "min"], min, type, locale),
    max: boundOf(report, [...path, "max"], max, type, locale),
  };
  const isChecked =
    own.isRequired ||
    own.values !== undefined ||
    own.min !== undefined ||
    own.max !== undefined ||
    parts.some((one) => one.isChecked) ||
    item?.isChecked === true;
  return { name, type, ...own, write: (value) => String(writer(value)), parts, item, isChecked };
}

/** What a value of a type is called, with its form where that is not plain: `a Date such as "2026-01-31"`. */
export function valueInWords(type: Type): string {
  const form = FORMS.get(type.kind);
  if (form !== undefined) return form;
  const name = typeName(type, everyTable);
  return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
}

const FORMS: ReadonlyMap<Type["kind"], string> = new Map([
  ["Number", "a whole number"],
  ["Yes/No", "true or false"],
  ["Date", 'a Date such as "2026-01-31"'],
  ["Time", 'a Time such as "09:30:00"'],
  ["DateTime", 'a DateTime such as "2026-01-31T09:30:00"'],
  ["Duration", 'a Duration such as "012:30:00", with three digits of hours'],
]);

/** Declared values as they are at run time; undefined where none are declared. */
export function valuesOf(
  { values }: { readonly values?: readonly (string | number | boolean)[] | undefined },
  type: Type,
  locale: string,
): readonly Value[] | undefined {
  const item = type.kind === "List" ? type.item : type;
  return values?.map((value) =>
    typeof value === "string" ? (readText(value, item, locale) ?? value) : value,
  );
}

function boundOf(
  report: DefinitionReport,
  path: Path,
  bound: string | number | undefined,
  type: Type,
  locale: string,
): number | undefined {
  if (bound === undefined) return undefined;
  const value = typeof bound === "number" ? bound : readText(bound, type, locale);
  const isOrdered = !["text", "yes/no", "list", "point", "object", "unknown"].includes(familyOf(type));
  if (typeof value === "number" && isOrdered) return value;
  const option = String(path.at(-1));
  if (!isOrdered) report.report(path, "definition/option", { option, type: type.kind }, "name");
  else
    report.report(path, "definition/wrong-value", {
      actual: JSON.stringify(bound),
      expected: `a ${type.kind}`,
    });
  return undefined;
}
