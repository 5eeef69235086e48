import { valueOfText } from "../expression/check/literals.ts";
import { everyTable, familyOf, jsonWriterOf, type Type, typeName } from "../expression/parts.ts";
import { writeJson } from "../expression/tree/value-forms.ts";
import { equalValues, type JsonValue, pointerPart, toCanonical, type Value } from "../values/index.ts";
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
  if (values !== undefined && (type.kind === "List" ? type.item : type).kind === "Json")
    report.report([...path, "values"], "definition/option", { option: "values", type: "Json" }, "name");
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

/** What a value, or a part of it, is not that it must be; without `expected` it is missing. */
interface PartProblem {
  readonly pointer: string;
  readonly value: JsonValue;
  readonly expected: string | undefined;
}

/** All that is wrong within a value that has the form of its type. */
export function* problemsOf(part: FactPart, value: Value, pointer = ""): Generator<PartProblem> {
  if (!part.isChecked) return;
  const { type, isRequired, values, min, max, parts, item, write } = part;
  if (value === null || (type.kind === "List" && (value as readonly Value[]).length === 0)) {
    if (isRequired) yield { pointer, value: null, expected: undefined };
    return;
  }
  const wrong = (expected: string) => ({ pointer, value: writeJson(value, type), expected });
  if (values !== undefined) {
    const items = type.kind === "List" ? (value as readonly Value[]) : [value];
    const isOne = (given: Value) => values.some((one) => one === given || equalValues(one, given, "text"));
    if (!items.every(isOne)) yield wrong(`one of ${values.map(String).join(", ")}`);
  }
  if (typeof value === "number") {
    const amount = toCanonical(value);
    if (min !== undefined && amount < min) yield wrong(`at least ${write(min)}`);
    if (max !== undefined && amount > max) yield wrong(`at most ${write(max)}`);
  }
  if (type.kind === "Object")
    for (const [at, field] of parts.entries())
      yield* problemsOf(
        field,
        (value as readonly Value[])[at] ?? null,
        `${pointer}/${pointerPart(field.name)}`,
      );
  if (item?.isChecked === true)
    for (const [at, one] of (value as readonly Value[]).entries())
      yield* problemsOf(item, one, `${pointer}/${at}`);
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

/** A value as messages have it in quotes; objects and lists only by their kind, as they may be very large. */
export function described(json: unknown): string {
  if (typeof json === "string") return json.length > 200 ? json.slice(0, 200) : json;
  if (Array.isArray(json)) return "a list";
  return typeof json === "object" && json !== null ? "an object" : String(json);
}
