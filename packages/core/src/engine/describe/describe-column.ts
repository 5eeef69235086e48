import { present } from "../../diagnostics/index.ts";
import { type Type, valueFamilyOf, writeJson } from "../../expression/parts.ts";
import type { ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { fillsItself } from "../../schema/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { isNameable } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";
import type { DescribedField, JsonKind } from "../wires/wire-form.ts";

/** A column as callers may know it, in JSON. Members that have nothing to say are left out. */
export interface DescribedColumn {
  readonly name: string;
  /** The column type as the definition writes it, such as `Enum`. */
  readonly type: string;
  /** The JSON type of its cells on the wire `typed`, where a blank is null, or an empty list. */
  readonly json: JsonKind;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonKind;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly DescribedField[];
  /** Whether it is one of the key columns. */
  readonly key: boolean;
  /** Whether rows are called by it. */
  readonly label: boolean;
  /** Never blank, as keys are. `expression`: whether it may be blank depends on the row. */
  readonly required: boolean | "expression";
  /** Whether an Add may leave it out and gives it a value all the same; a key of another program's table, the database may give. */
  readonly hasInitialValue: boolean;
  /** Computed when it is read and never stored. */
  readonly virtual: boolean;
  /** Filled by a formula or kept by the application, as change columns are. */
  readonly computed: boolean;
  /** Whether a value that a caller sends is taken; else it is ignored with a warning. */
  readonly writable: boolean;
  /** The table that a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  readonly partOf?: true;
  /** What becomes of a row when the one that its Ref points at is deleted; missing where the Ref stays as it is. */
  readonly onDelete?: "restrict" | "clear" | "delete";
  /** What an Enum, or an item of an EnumList, may be. */
  readonly values?: readonly JsonValue[];
  readonly allowOtherValues?: true;
  /** Bounds in the JSON form of the type. */
  readonly min?: JsonValue;
  readonly max?: JsonValue;
  readonly step?: number;
  /** Counted in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Whether it is an instant, answered by the clock of the call's time zone; the DateTime of any other column is a wall clock. */
  readonly instant?: true | "seconds" | "milliseconds";
  /** Whether its numbers are texts with all of their digits; a number is taken as well. */
  readonly digits?: "exact";
  readonly sensitive?: true;
  readonly description?: string;
  /** Whether answers leave out the cells that the caller may not read, and do not have the column where they may read none. */
  readonly readIf?: true;
  /** Whether a call that changes a cell may be refused, by who calls or by the row. */
  readonly writeIf?: true;
  /** Whether a form shows it depends on the row: `Form` among the Properties of a call answers it. */
  readonly showIf?: true;
  /** Whether a form lets it be edited depends on the row. */
  readonly editableIf?: true;
}

export function describeColumn(
  column: ColumnDefinition,
  table: TableDefinition,
  nameable?: Nameable,
): DescribedColumn {
  const { name, columnType, type, options } = column;
  const { key, source } = table;
  const single = type.kind === "List" ? type.item : type;
  const write = (value: Value) => writeJson(value, single);
  const { values, min, max, step, minLength, maxLength, decimalDigits, currency, description } = options;
  const isKey = key.some((part) => part === column);
  const isComputed = column.formula !== undefined || columnType.filledBy !== "caller";
  return {
    name,
    type: columnType.name,
    json: options.digits === "exact" && !column.isVirtual ? "string" : jsonTypeOf(type),
    ...partsOf(type),
    key: isKey,
    label: labelOf(table) === column,
    required: isKey || column.required || (column.requiredIf === undefined ? false : "expression"),
    hasInitialValue: fillsItself(column) || (isKey && source !== undefined),
    virtual: column.isVirtual,
    computed: isComputed,
    writable: !isComputed && !options.readOnly,
    ...present({ table: tableOfRef(single, nameable) }),
    ...present({ partOf: options.partOf || undefined, onDelete: options.onDelete }),
    ...present({ values: values?.map(write), allowOtherValues: options.allowOtherValues || undefined }),
    ...present({ min: written(min, write), max: written(max, write), step, minLength, maxLength }),
    ...present({ instant: options.instant || undefined, digits: options.digits }),
    ...present({ decimalDigits, currency, sensitive: options.sensitive || undefined, description }),
    ...present({ readIf: column.readIf && true, writeIf: column.writeIf.length > 0 || undefined }),
    ...present({ showIf: column.showIf && true, editableIf: column.editableIf && true }),
  } as DescribedColumn;
}

/** What callers call a row by: a label that not everybody may read is none. */
export function labelOf({ label, key }: TableDefinition): ColumnDefinition {
  return label.readIf === undefined ? label : (key[0] ?? label);
}

/** The table that Refs of a type point at, where the caller may name it. */
export function tableOfRef(type: Type, nameable: Nameable | undefined): string | undefined {
  return type.kind === "Ref" && isNameable({ nameable }, type.table) ? type.table : undefined;
}

/** What an array or an object is made of. */
function partsOf(type: Type): Pick<DescribedField, "items" | "fields"> {
  const single = type.kind === "List" ? type.item : type;
  return {
    ...(type.kind === "List" ? { items: jsonTypeOf(single) } : {}),
    ...(single.kind === "Object" ? { fields: single.shape.columns.map(describeField) } : {}),
  };
}

export function describeField({
  name,
  type,
}: {
  readonly name: string;
  readonly type: Type;
}): DescribedField {
  return { name, type: type.kind, json: jsonTypeOf(type), ...partsOf(type) };
}

/** The JSON type of a value on the wire `typed`. */
export function jsonTypeOf(type: Type): JsonKind {
  if (type.kind === "List") return "array";
  if (type.kind === "Object") return "object";
  if (type.kind === "Any" || type.kind === "Json") return "any";
  const kind = type.kind === "Ref" ? type.key.kind : type.kind;
  switch (valueFamilyOf(type)) {
    case "number":
      return kind === "Number" ? "integer" : "number";
    case "yes/no":
      return "boolean";
    default:
      return "string";
  }
}

function written(bound: number | undefined, write: (value: Value) => JsonValue): JsonValue | undefined {
  return bound === undefined ? undefined : write(bound);
}
