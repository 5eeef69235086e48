import type { TypeReader, TypeSetting } from "../../expression/context/declared-types.ts";
import { familyOf, findName, shownAs, type Type } from "../../expression/parts.ts";
import { foldName, foldText } from "../../values/index.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import {
  type ColumnOptions,
  type ColumnType,
  type KeyTypes,
  optionNames,
} from "../column-types/column-type.ts";
import { columnTypeNamed, columnTypes } from "../column-types/index.ts";
import { listType } from "../column-types/list-types.ts";
import { jsonListType, objectColumn, objectType } from "../column-types/object.ts";
import { textType } from "../column-types/text-types.ts";
import {
  type ColumnDraft,
  reportUnknownType,
  type StoredDraft,
  type TableDraft,
} from "../draft/draft-tables.ts";
import { findTable } from "../draft/find-names.ts";
import { type ColumnKind, columnMembers, type FieldShape } from "../text/column-members.ts";
import type { ColumnShape } from "../text/definition-shape.ts";
import { compositeKey, type KeyPart } from "./composite-key.ts";
import { readOptions } from "./read-options.ts";

/** A table whose columns have their types: what a scope is made of. */
export interface TypedTable extends TableDraft {
  readonly columns: readonly TypedColumn[];
  readonly key: readonly StoredTypedColumn[];
}

export type TypedColumn = ColumnDraft & ColumnTyping;

type StoredTypedColumn = StoredDraft & ColumnTyping;

interface ColumnTyping {
  /** Over its base. */
  readonly columnType: ColumnType;
  readonly options: ColumnOptions;
  readonly type: Type;
}

/** What the type of a column is made with. */
interface Typing {
  readonly report: DefinitionReport;
  readonly tables: ReadonlyMap<string, TableDraft>;
  readonly keyTypes: KeyTypes;
  /** The columns of the key of a table, once all tables have their types. */
  readonly keyParts: (table: string) => readonly KeyPart[];
  readonly locale: string;
  readonly objectTypes: TypeReader;
}

/** Gives every column its type over its base, its options and its type in expressions. */
export function typeColumns(typing: Typing, table: TableDraft): TypedTable {
  const columns = table.columns.map((column) => typeColumn(typing, table, column));
  const stored = columns.filter((column) => !column.isVirtual);
  const key = table.key.flatMap(({ name }) => stored.find((column) => column.name === name) ?? []);
  return { ...table, columns, key };
}

function typeColumn(typing: Typing, table: TableDraft, column: ColumnDraft): TypedColumn {
  const { path, shape } = column;
  const at = [...path, "table"];
  const target =
    shape.table === undefined
      ? undefined
      : findTable(typing.report, at, typing.tables.values(), shape.table)?.name;
  const based = overBase(typing, column, target);
  const isKeyOfOthers = table.source !== undefined && table.key.some(({ name }) => name === column.name);
  const columnType = isKeyOfOthers ? (based.asSent ?? based) : based;
  if (column.isDeclared) checkMembers(typing.report, column);
  const options = readOptions({ ...typing, table, columnType, target }, column);
  const isUnknown = column.declared === undefined || (shape.table !== undefined && target === undefined);
  const type: Type = isUnknown
    ? { kind: "Unknown" }
    : shownAs(columnType.expressionType(options, typing.keyTypes), options);
  return { ...column, columnType, options, type };
}

function overBase(
  typing: Typing,
  { path, shape, declared = textType }: ColumnDraft,
  target: string | undefined,
): ColumnType {
  if (declared === objectType || declared === jsonListType)
    return objectColumn(declared, typing.objectTypes.typeOf(shape, path));
  if (declared.over === undefined) return declared;
  if (declared.name === "Ref") return declared.over(keyColumnType(typing, target));
  const item = columnTypeNamed(shape.itemType ?? "Text");
  const at = [...path, "itemType"];
  if (item === undefined) reportUnknownType(typing.report, at, shape.itemType ?? "");
  else if (!item.mayBeItem) {
    const expected = `one of ${columnTypes
      .filter(({ mayBeItem }) => mayBeItem)
      .map(({ name }) => name)
      .join(", ")}`;
    typing.report.report(at, "definition/wrong-value", { actual: `"${item.name}"`, expected });
  } else return declared.over(item.name === "Ref" ? refTo(typing, target, item) : item);
  return declared;
}

function refTo(typing: Typing, target: string | undefined, ref: ColumnType): ColumnType {
  return ref.over?.(keyColumnType(typing, target)) ?? ref;
}

/** The column type that reads the key of a table as a Ref holds it; the kinds of keys are the names of types. */
function keyColumnType({ keyTypes, keyParts, tables }: Typing, target: string | undefined): ColumnType {
  if (target !== undefined && (tables.get(target)?.key.length ?? 0) > 1)
    return compositeKey(() => keyParts(target));
  const { kind } = keyTypes(target ?? "");
  const type = kind === "Enum" ? textType : (columnTypeNamed(kind) ?? textType);
  const isOfOthers = target !== undefined && tables.get(target)?.source !== undefined;
  return isOfOthers ? (type.asSent ?? type) : type;
}

/** What values of the fields of objects must keep; reports rules that mean nothing for the type of a field. */
export function fieldRulesFor(report: DefinitionReport): NonNullable<TypeSetting["fieldRules"]> {
  return (declared, type, path) => {
    const shape = declared as Exclude<FieldShape, string>;
    const { required } = shape;
    const values = shape.values?.filter((value) => typeof value === "string");
    const [min, max] = [shape.min, shape.max].map((one) => (typeof one === "number" ? one : undefined));
    const family = familyOf(type.kind === "List" ? type.item : type);
    const refuse = (option: string) =>
      report.report([...path, option], "definition/option", { option, type: shape.type }, "name");
    const isJson = (type.kind === "List" ? type.item : type).kind === "Json";
    if (values !== undefined && values.length > 0 && (family !== "text" || isJson)) refuse("values");
    if (min !== undefined && family !== "number") refuse("min");
    if (max !== undefined && family !== "number") refuse("max");
    const isIndexable = type.kind !== "List" && type.kind !== "Json" && INDEXED.has(family);
    if (shape.index === true && !isIndexable) refuse("index");
    if (min !== undefined && max !== undefined && max < min)
      report.report([...path, "max"], "definition/wrong-value", {
        actual: String(max),
        expected: `a value of at least ${min}`,
      });
    for (const [at, value] of (values ?? []).entries()) {
      const other = values?.slice(0, at).find((one) => foldText(one) === foldText(value));
      if (other !== undefined)
        report.report([...path, "values", at], "definition/same-value", { value, other });
    }
    const hasRules = min !== undefined || max !== undefined || required === true;
    return {
      ...(values?.length && { values }),
      ...(hasRules && { rules: { min, max, required } }),
      ...(shape.index === true && { isIndexed: true }),
    };
  };
}

/** Families of fields that an index of a store finds rows by. */
const INDEXED: ReadonlySet<string> = new Set(["text", "number"]);

/** Reports values that no change could bring about: those that are no value of any column that is watched for them. */
export function checkWatches(report: DefinitionReport, { columns }: TypedTable, locale: string): void {
  for (const { path, options } of columns) {
    const { watch } = options;
    if (watch === undefined) continue;
    const watched = columns.filter((column) => isWatched(column, watch.columns));
    for (const [position, value] of watch.values.entries()) {
      if (watched.length === 0 || watched.some((column) => takes(column, value, locale))) continue;
      const details = { actual: JSON.stringify(value), expected: "a value of a watched column" };
      report.report([...path, "watch", "values", position], "definition/wrong-value", details);
    }
  }
}

function isWatched({ name, columnType, shape }: TypedColumn, names: readonly string[]): boolean {
  if (names.length > 0) return names.includes(name);
  return columnType.isWritable && shape.formula === undefined;
}

function takes({ columnType, options }: TypedColumn, value: string, locale: string): boolean {
  const read = columnType.read(value, { locale, timeZone: "UTC", options });
  return "value" in read && columnType.check(read.value, { locale, options }).length === 0;
}

type Member = keyof ColumnShape;

/** Reports members that mean nothing for the column's type, that are missing, or that exclude each other. */
function checkMembers(report: DefinitionReport, column: ColumnDraft): void {
  const { path, shape, declared } = column;
  if (declared === undefined) return;
  const type = declared.name;
  const has = (member: Member) => shape[member] !== undefined && shape[member] !== false;
  const exclude = (first: Member, second: Member) => {
    if (has(first) && has(second))
      report.report([...path, second], "definition/exclusive", { first, second }, "name");
  };
  const needs = (option: Member) => {
    if (!report.source.has([...path, option]))
      report.report(path, "definition/missing-option", { option, type }, "name");
  };

  const kind = kindOf(column);
  const others =
    kind === undefined ? [] : memberNames.filter((name) => !columnMembers[name].for.includes(kind));
  const isWritable = declared.filledBy === "caller";
  const meaningless = new Set<Member>([
    ...optionNames.filter((name) => !declared.options.includes(name)),
    ...(isWritable ? [] : others),
  ]);
  for (const option of meaningless) {
    if (shape[option] !== undefined)
      report.report([...path, option], "definition/option", { option, type }, "name");
  }
  const takesRefs = type === "Ref" || shape.itemType === "Ref";
  if (takesRefs && declared.options.includes("table")) needs("table");
  if (has("table") && !takesRefs && declared.options.includes("table"))
    report.report([...path, "table"], "definition/option", { option: "table", type }, "name");
  const isOpen = takesRefs || has("allowOtherValues") || has("validIf");
  if (declared.options.includes("values") && !isOpen) needs("values");
  if (declared === listType) needs("formula");
  else if (has("virtual") && !has("formula") && type !== "MultiColumnKey")
    report.report(path, "definition/no-formula", { column: column.name }, "name");
  if (!isWritable) return;
  exclude("formula", "initialValue");
  for (const member of ["formula", "initialValue"] as const) exclude("autoNumber", member);
  if (kind === "virtual" || kind === "readOnly") for (const member of others) exclude(kind, member);
}

const memberNames = Object.keys(columnMembers) as readonly Member[];

/** Undefined for a column without values. */
function kindOf({ declared, isVirtual, shape }: ColumnDraft): ColumnKind | undefined {
  const filledBy = declared?.filledBy ?? "none";
  if (filledBy === "none") return undefined;
  if (filledBy !== "caller") return filledBy;
  if (isVirtual) return "virtual";
  return shape.readOnly === true ? "readOnly" : "written";
}

interface Reference {
  readonly source: TableDraft;
  readonly column: ColumnDraft;
  readonly target: string;
}

/**
 * Gives every table a virtual column for each stored Ref that points at it: the rows that do. A column of the same name
 * that the definition declares is used in its place. Refs that lead nowhere, or between tables without a key, have none.
 */
export function addRelatedColumns(tables: ReadonlyMap<string, TableDraft>): ReadonlyMap<string, TableDraft> {
  const references = [...tables.values()].flatMap((source) => referencesOf(source, tables));
  return new Map(
    [...tables.values()].map((table) => {
      const pointing = references.filter(({ target }) => target === table.name);
      return [table.name, { ...table, columns: [...table.columns, ...relatedColumns(table, pointing)] }];
    }),
  );
}

function referencesOf(source: TableDraft, tables: ReadonlyMap<string, TableDraft>): readonly Reference[] {
  return source.columns.flatMap((column) => {
    const { match } = findName(tables.values(), column.shape.table ?? "");
    // A list of the rows that refer would say what the Refs are.
    const isReadable = column.shape.readIf === undefined;
    const isStoredRef = column.declared?.name === "Ref" && !column.isVirtual && isReadable;
    const haveKeys = source.key.length > 0 && match !== undefined && match.key.length > 0;
    return isStoredRef && haveKeys ? [{ source, column, target: match.name }] : [];
  });
}

/** Names that another table's Refs have taken already are made different by the Ref column. */
function relatedColumns(table: TableDraft, references: readonly Reference[]): readonly ColumnDraft[] {
  const declared = new Set(table.columns.map(({ name }) => foldName(name)));
  const added = new Map<string, ColumnDraft>();
  for (const reference of references) {
    const { source, column } = reference;
    const plain = relatedName(source.name);
    const isOnly = references.filter((other) => other.source === source).length === 1;
    const isPlain = isOnly && !added.has(foldName(plain));
    const name = isPlain ? plain : `${plain} By ${column.name}`;
    const folded = foldName(name);
    if (!declared.has(folded) && !added.has(folded)) added.set(folded, relatedColumn(table, name, reference));
  }
  return [...added.values()];
}

/** `Related Orders` for Orders, `Related Staffs` for Staff. */
function relatedName(table: string): string {
  return /s$/i.test(table) ? `Related ${table}` : `Related ${table}s`;
}

function relatedColumn({ path }: TableDraft, name: string, { source, column }: Reference): ColumnDraft {
  const formula = `REF_ROWS(${quoted(source.name)}, ${quoted(column.name)})`;
  return {
    name,
    path: [...path, "columns", name],
    shape: { type: listType.name, itemType: "Ref", table: source.name, formula },
    declared: listType,
    isDeclared: false,
    isVirtual: true,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
