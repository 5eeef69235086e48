import { suggest } from "../diagnostics/index.ts";
import { readText } from "../expression/check/literals.ts";
import type { ColumnScope } from "../expression/context/declared-types.ts";
import { readScope, type Scope } from "../expression/context/scope.ts";
import { smallFunctions } from "../expression/functions/index.ts";
import {
  type ExpressionScope,
  familyOf,
  jsonReaderOf,
  jsonWriterOf,
  scalarKinds,
  type Type,
} from "../expression/parts.ts";
import type { Value } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { Fact } from "./decision.ts";
import { givesList } from "./hit-policy.ts";
import type { DecisionShape, FactShape, OutputShape } from "./rules-shape.ts";

/** A fact or an output as it is declared, with the type of its column. */
export interface ColumnDraft {
  readonly name: string;
  readonly path: Path;
  readonly declared: Exclude<FactShape | OutputShape, string>;
  /** Of one value: a decision that collects has lists of these. */
  readonly itemType: Type;
  readonly column: ColumnScope;
}

/** A fact or an output with its type; reports a type that there is not. */
export function draftOf(
  report: DefinitionReport,
  path: Path,
  name: string,
  shape: FactShape | OutputShape | string,
): ColumnDraft {
  const declared = typeof shape === "string" ? { type: shape } : shape;
  const { type, itemType, values, decimalDigits, currency } = declared;
  const column: ColumnScope = {
    type,
    ...(itemType === undefined ? {} : { itemType }),
    ...(values === undefined ? {} : { values: values.map(String) }),
    ...(decimalDigits === undefined ? {} : { decimalDigits }),
    ...(currency === undefined ? {} : { currency }),
  };
  const read = typeOf(column);
  if (read === undefined) {
    const wrong = typeOf({ type, itemType: "Text" }) === undefined ? type : (itemType ?? type);
    const at = typeof shape === "string" ? path : [...path, wrong === type ? "type" : "itemType"];
    report.report(at, "definition/unknown-type", { name: wrong, suggestion: suggest(wrong, typeNames) });
  }
  const known = read === undefined ? { type: "Unknown" } : column;
  return { name, path, declared, itemType: read ?? { kind: "Unknown" }, column: known };
}

const typeNames = [...scalarKinds.filter((kind) => kind !== "Unknown" && kind !== "Any"), "List", "EnumList"];

/** The type of a column; undefined where there is no such type. A Ref has no table to point at. */
function typeOf(column: ColumnScope): Type | undefined {
  if (/\bRef\b|^(Unknown|Any)$/.test(`${column.type} ${column.itemType ?? ""}`)) return undefined;
  try {
    return readScope(smallFunctions, { columns: { column } }).row?.columns[0]?.type;
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

/** The column of an output: a list where the policy gives the values of all rows that match, a number where it counts. */
export function columnOf({ column, itemType }: ColumnDraft, hit: DecisionShape["hit"]): ColumnScope {
  if (hit === "collect count") return { type: "Number" };
  if (hit === undefined || !givesList(hit)) return column;
  return itemType.kind === "List" ? column : { ...column, type: `List of ${itemType.kind}` };
}

/** The scope of expressions about facts and outputs, whose positions are those in the list. */
export function scopeOf(
  columns: readonly ColumnDraft[],
  locale: string,
  functions: NonNullable<Scope["functions"]>,
): ExpressionScope {
  // Not by `Object.fromEntries` of a Map's order alone: names such as "1" would come first, and positions follow the order.
  const declared: Scope["columns"] = Object.fromEntries(columns.map(({ name, column }) => [name, column]));
  const scope = readScope(smallFunctions, { columns: declared, locale, functions });
  const row = scope.row as NonNullable<ExpressionScope["row"]>;
  const byName = new Map(row.columns.map((column) => [column.name, column]));
  const ordered = columns.flatMap(({ name }, index) => {
    const column = byName.get(name);
    return column === undefined || column.isVirtual ? [] : [{ ...column, index }];
  });
  return {
    ...scope,
    row: { ...row, columns: ordered, rowNumberIndex: ordered.length, hasRowNumbers: false },
    change: false,
  };
}

/** A fact with what its values must be. */
export function factOf(
  report: DefinitionReport,
  { name, path, declared, itemType: type }: ColumnDraft,
  index: number,
  locale: string,
): Fact {
  const bounds = declared as { min?: string | number; max?: string | number; required?: boolean };
  const writer = jsonWriterOf(type);
  return {
    name,
    index,
    type,
    read: jsonReaderOf(type),
    write: (value) => String(writer(value)),
    isRequired: bounds.required === true,
    values: valuesOf(declared, type, locale),
    min: boundOf(report, [...path, "min"], bounds.min, type, locale),
    max: boundOf(report, [...path, "max"], bounds.max, type, locale),
  };
}

/** Declared values as they are at run time; undefined where none are declared. */
export function valuesOf(
  { values }: Pick<ColumnDraft["declared"], "values">,
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
  const isOrdered = !["text", "yes/no", "list", "point", "unknown"].includes(familyOf(type));
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
