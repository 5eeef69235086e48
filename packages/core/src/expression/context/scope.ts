import { defaultLocale } from "../../values/index.ts";
import { check } from "../check/check.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import type { FunctionsByName } from "../functions/functions-of.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import {
  findName,
  keyTypeOf,
  objectOf,
  type SliceScope,
  type StoredScopeColumn,
  type TableScope,
} from "../tree/scope.ts";
import { isScalarKind, listOf, scalar, shownAs, type Type } from "../tree/type.ts";

/** What an expression may name, for `compile`. Everything is optional; nothing named, nothing known. */
export interface Scope {
  /** The columns of a current row that belongs to no named table. */
  readonly columns?: Readonly<Record<string, string | ColumnScope>>;
  readonly tables?: Readonly<
    Record<
      string,
      {
        readonly key: string | readonly string[];
        readonly columns: Readonly<Record<string, string | ColumnScope>>;
      }
    >
  >;
  /** Object types by name, each with its fields; a column is of one, or a list of it: `Line`, `List of Line`. */
  readonly types?: Readonly<Record<string, Readonly<Record<string, string | ColumnScope>>>>;
  readonly slices?: Readonly<Record<string, { readonly table: string; readonly filter?: string }>>;
  /** The table of the current row. */
  readonly table?: string;
  /** The column that `[_THIS]` means. */
  readonly this?: string;
  /** A selector has no current row. */
  readonly selector?: boolean;
  /** Default `consistent`. */
  readonly blanks?: "consistent" | "legacy";
  /** How quoted dates and numbers are read; default en-US. */
  readonly locale?: string;
  /** Functions of the caller, which are added to those of the language. */
  readonly functions?: readonly FunctionDefinition[];
}

/** A column, or a field of an object: its type and, for a Ref, a list or an object, what it points at or holds. */
export interface ColumnScope {
  /** A column type such as `Text`, `Price`, `Enum`, `List`, `Ref`. */
  readonly type: string;
  /** The table a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  /** The fields of an Object. */
  readonly fields?: Readonly<Record<string, string | ColumnScope>>;
  /** The items of a List, where they are objects or have more to say than `itemType`. */
  readonly of?: string | ColumnScope;
  /** The type of the items of a List or EnumList, or the base type of an Enum; default Text. */
  readonly itemType?: string;
  /** How TEXT() shows a Decimal, a Price or a Percent: digits after the point, 0 to 15, and the sign of a Price. */
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Kept for editors; evaluation does not need them. */
  readonly values?: readonly string[];
}

/** The scope of `compile` in the form the checker works with. Throws a TypeError for a scope that names what it lacks. */
export function readScope(standard: FunctionsByName, scope: Scope): ExpressionScope {
  const tables = readTables(scope);
  const row = scope.selector === true ? undefined : currentRow(scope, tables);
  const bare: ExpressionScope = {
    tables,
    slices: new Map(),
    row,
    this: scope.this === undefined || row === undefined ? undefined : findName(row.columns, scope.this).match,
    change: row !== undefined,
    functions: readFunctions(standard, scope),
    leftOut: standard.leftOut,
    blanks: scope.blanks ?? "consistent",
    locale: scope.locale ?? defaultLocale,
  };
  const slices = Object.entries(scope.slices ?? {}).map(([name, slice]) => readSlice(bare, name, slice));
  return slices.length === 0
    ? bare
    : { ...bare, slices: new Map(slices.map((slice) => [slice.name, slice])) };
}

function readFunctions(standard: FunctionsByName, { functions = [] }: Scope): FunctionsByName {
  if (functions.length === 0) return standard;
  return new Map([...standard, ...functions.map((one) => [one.name.toUpperCase(), one] as const)]);
}

/** Key types first: the type of a Ref names that of the key it points at. */
function readTables({ tables = {}, types }: Scope): ReadonlyMap<string, TableScope> {
  const scopes = new Map<string, TableScope>();
  const typeOf = columnTypeReader((name) => scopes.get(name), types);
  for (const round of ["keys", "all"]) {
    for (const [name, { key, columns }] of Object.entries(tables)) {
      const keys = typeof key === "string" ? [key] : key;
      const keyNames =
        round === "keys"
          ? Object.entries(columns).filter(([column]) => keys.includes(column))
          : Object.entries(columns);
      const read = keyNames.map(([column, declared], index) =>
        makeColumn(column, declared, typeOf(declared), index),
      );
      scopes.set(name, makeTable(name, read, keys));
    }
  }
  return scopes;
}

function makeTable(name: string, columns: readonly StoredScopeColumn[], keys: readonly string[]): TableScope {
  const key = keys.flatMap((part) => columns.find((column) => column.name === part) ?? []);
  return { name, columns, key, rowNumberIndex: columns.length };
}

function makeColumn(
  name: string,
  declared: string | ColumnScope,
  type: Type,
  index: number,
): StoredScopeColumn {
  const { values, itemType = "Text" } = typeof declared === "string" ? {} : declared;
  const offered = itemType === "Text" ? values : undefined;
  return { isVirtual: false, name, type, index, ...(offered && { offered }) };
}

/** Reads declared column types; a Ref takes the key type of its table, Text where the table is unknown. */
function columnTypeReader(
  tableOf: (name: string) => TableScope | undefined,
  types: Scope["types"] = {},
): (declared: string | ColumnScope) => Type {
  const known = Object.keys(types).find((name) => isScalarKind(name) || OWN_TYPES.has(name));
  if (known !== undefined) throw new TypeError(`"${known}" is a type of the language already.`);
  const shapes = new Map<string, Type>();
  const open = new Set<string>();
  const shapeNamed = (name: string): Type | undefined => {
    const fields = Object.hasOwn(types, name) ? types[name] : undefined;
    if (fields === undefined || shapes.has(name)) return shapes.get(name);
    if (open.has(name)) throw new TypeError(`The type "${name}" holds itself.`);
    open.add(name);
    const shape = objectWith(fields);
    open.delete(name);
    shapes.set(name, shape);
    return shape;
  };
  const objectWith = (fields: NonNullable<ColumnScope["fields"]>): Type =>
    objectOf(
      Object.entries(fields).map(([name, declared], index) =>
        makeColumn(name, declared, typeOf(declared), index),
      ),
    );
  const refTo = (table: string): Type => {
    const target = tableOf(table);
    return { kind: "Ref", table, key: target === undefined ? { kind: "Text" } : keyTypeOf(target) };
  };
  const named = (type: string, table: string | undefined): Type => {
    if (type === "Ref") return refTo(table ?? "");
    if (isScalarKind(type)) return scalar(type);
    const shape = shapeNamed(type);
    if (shape !== undefined) return shape;
    throw new TypeError(`"${type}" is not a column type.`);
  };
  const typeOf = (declared: string | ColumnScope): Type => {
    const {
      type,
      fields,
      of,
      table,
      itemType = "Text",
    } = typeof declared === "string" ? ({ type: declared } as ColumnScope) : declared;
    const list = /^List of (.+)$/.exec(type);
    if (list?.[1] !== undefined) return listOf(named(list[1], table));
    const ref = /^Ref of (.+)$/.exec(type);
    if (ref?.[1] !== undefined) return refTo(ref[1]);
    if (type === "List" && of !== undefined) return listOf(typeOf(of));
    if (type === "Object") {
      if (fields === undefined) throw new TypeError("An Object needs its fields.");
      return objectWith(fields);
    }
    if (type === "List" || type === "EnumList") return listOf(named(itemType, table));
    if (type === "Enum" && itemType !== "Text") return named(itemType, table);
    return shownAs(
      named(SYSTEM_TYPES.get(type) ?? type, table),
      typeof declared === "string" ? {} : declared,
    );
  };
  return typeOf;
}

const OWN_TYPES: ReadonlySet<string> = new Set(["Object", "List", "EnumList", "Ref"]);

/** Column types whose values are those of a plainer type. */
const SYSTEM_TYPES: ReadonlyMap<string, string> = new Map([
  ["ChangeCounter", "Number"],
  ["ChangeTimestamp", "DateTime"],
  ["ChangeLocation", "LatLong"],
  ["MultiColumnKey", "Text"],
  ["Show", "Text"],
]);

function currentRow(scope: Scope, tables: ReadonlyMap<string, TableScope>): TableScope | undefined {
  if (scope.table !== undefined) {
    const { match } = findName(tables.values(), scope.table);
    if (match === undefined) throw new TypeError(`The scope has no table "${scope.table}".`);
    return match;
  }
  if (scope.columns === undefined) return undefined;
  const typeOf = columnTypeReader((name) => tables.get(name), scope.types);
  const columns = Object.entries(scope.columns).map(([name, declared], index) =>
    makeColumn(name, declared, typeOf(declared), index),
  );
  return makeTable("", columns, []);
}

function readSlice(
  scope: ExpressionScope,
  name: string,
  slice: { table: string; filter?: string },
): SliceScope {
  const { match: table } = findName(scope.tables.values(), slice.table);
  if (table === undefined)
    throw new TypeError(`The slice "${name}" is of a table "${slice.table}" that the scope lacks.`);
  let filter: CheckedExpression | undefined;
  if (slice.filter !== undefined) {
    const { output, diagnostics } = check(
      slice.filter,
      { ...scope, row: table, this: undefined, change: false },
      scalar("Yes/No"),
    );
    if (output === undefined)
      throw new TypeError(`The filter of the slice "${name}": ${diagnostics[0]?.message}`);
    filter = output;
  }
  return { name, table, filter };
}
