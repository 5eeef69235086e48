import { valueOfText } from "../expression/check/literals.ts";
import { everyTable, familyOf, jsonWriterOf, type Type, typeName } from "../expression/parts.ts";
import type { Value } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { FactPart } from "./decision.ts";
import type { FactShape, FactShapes } from "./rules-shape.ts";

/** What the values of a fact, or of a part of it, must be; reports bounds that are none. */
export function factPartOf(
  report: DefinitionReport,
  types: Readonly<Record<string, FactShapes>>,
  path: Path,
  name: string,
  shape: FactShape,
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
  } = typeof shape === "string" ? ({ type: shape } as Exclude<FactShape, string>) : shape;
  const named = types[declared.replace(/^List of /, "")];
  const isNamedList = declared.startsWith("List of ");
  const at = (...steps: readonly string[]) => (named === undefined ? [...path, ...steps] : path);
  const part = (field: string, one: FactShape, fieldType: Type, where: Path) =>
    factPartOf(report, types, where, field, one, fieldType, locale);
  const object = type.kind === "Object" ? type : undefined;
  const shapes: FactShapes = fields ?? (isNamedList ? {} : (named ?? {}));
  const parts = (object?.shape.columns ?? []).map((column) =>
    part(column.name, shapes[column.name] ?? "Text", column.type, at("fields", column.name)),
  );
  const itemShape: FactShape | undefined = of ?? (isNamedList ? declared.slice(8) : undefined);
  const item =
    type.kind === "List" && itemShape !== undefined ? part("", itemShape, type.item, at("of")) : undefined;
  const writer = jsonWriterOf(type);
  const own = {
    isRequired: required === true,
    values: valuesOf({ values }, type, locale),
    min: boundOf(report, [...path, "min"], min, type, locale),
    max: boundOf(report, [...path, "max"], max, type, locale),
  };
  if (own.min !== undefined && own.max !== undefined && own.max < own.min)
    report.report([...path, "max"], "definition/wrong-value", {
      actual: JSON.stringify(max),
      expected: `a value of at least ${String(writer(own.min))}`,
    });
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
  ["Decimal", "a Decimal such as 12.5"],
  ["Price", "a Price such as 12.5"],
  ["Percent", "a Percent such as 0.15"],
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
    typeof value === "string" ? (valueOfText(value, item, locale) ?? value) : value,
  );
}

function boundOf(
  report: DefinitionReport,
  path: Path,
  bound: string | number | undefined,
  type: Type,
  locale: string,
): number | undefined {
  if (bound === undefined || type.kind === "Unknown") return undefined;
  const value = typeof bound === "number" ? bound : valueOfText(bound, type, locale);
  const isOrdered = !["text", "yes/no", "list", "point", "object"].includes(familyOf(type));
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

/** More problems of one set of facts help no further. */
export const MOST_PROBLEMS = 100;
