import { checkOptions, isRecord, kindInWords } from "../../diagnostics/index.ts";
import { defaultLocale, localeForms } from "../../values/index.ts";
import { check } from "../check/check.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import type { FunctionDefinition, FunctionsByName } from "../check/function-definition.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { findName, type SliceScope, type StoredScopeColumn, type TableScope } from "../tree/scope.ts";
import { scalar } from "../tree/type.ts";
import { addFunctions, checkFunctionList, type FunctionDeclaration } from "./declared-functions.ts";
import {
  type ColumnScope,
  type DeclaredTypes,
  makeColumn,
  TypeReader,
  throwProblem,
} from "./declared-types.ts";

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
  readonly types?: DeclaredTypes;
  readonly slices?: Readonly<Record<string, { readonly table: string; readonly filter?: string }>>;
  /** The table of the current row. */
  readonly table?: string;
  /** The column that `[_THIS]` means. */
  readonly this?: string;
  /** The type that the value of `compile` must have, `Decimal` or `Yes/No`; another one is converted or an error, as in a column. */
  readonly result?: string;
  /** A selector has no current row. */
  readonly selector?: boolean;
  /** Default `consistent`. */
  readonly blanks?: "consistent" | "legacy";
  /** Words without quotes are errors, and so are cells and fields that the scope does not know, and missing ones that are read. */
  readonly strict?: boolean;
  /** How quoted dates and numbers are read; default en-US. */
  readonly locale?: string;
  /** Functions of the program around, by `defineFunction`, and of the language, such as EXTRACT for the small one. */
  readonly functions?: readonly (FunctionDeclaration | FunctionDefinition)[];
}

/**
 * The scope of `compile` in the form the checker works with. Throws a TypeError for a scope that has a member it does not know, or names
 * what it lacks.
 */
export function readScope(standard: FunctionsByName, scope: Scope): ExpressionScope {
  checkOptions("The scope", scope, SCOPE);
  for (const [name, check] of Object.entries(SCOPE)) {
    const value = scope[name as keyof Scope];
    if (value !== undefined) check(value, name, 0);
  }
  const tables = new Map<string, TableScope>();
  const setting = { report: throwProblem, tableOf: (name: string) => tables.get(name) };
  const types = new TypeReader(scope.types ?? {}, setting).checkNames();
  addTables(tables, scope, types);
  const row = scope.selector === true ? undefined : currentRow(scope, tables, types);
  const bare: ExpressionScope = {
    tables,
    slices: new Map(),
    row,
    this: scope.this === undefined || row === undefined ? undefined : findName(row.columns, scope.this).match,
    change: row !== undefined,
    functions: standard,
    leftOut: standard.leftOut,
    blanks: scope.blanks ?? "consistent",
    locale: scope.locale ?? defaultLocale,
    isStrict: scope.strict === true,
  };
  const withFunctions = addFunctions(bare, scope.functions ?? [], (declared) => types.typeOf(declared));
  const slices = Object.entries(scope.slices ?? {}).map(([name, slice]) =>
    readSlice(withFunctions, name, slice),
  );
  return slices.length === 0
    ? withFunctions
    : { ...withFunctions, slices: new Map(slices.map((slice) => [slice.name, slice])) };
}

/** Key types first: the type of a Ref names that of the key it points at. */
function addTables(scopes: Map<string, TableScope>, { tables = {} }: Scope, types: TypeReader): void {
  for (const round of ["keys", "all"]) {
    for (const [name, table] of Object.entries(tables)) {
      const { key, columns } = table;
      const keys = typeof key === "string" ? [key] : key;
      const keyNames =
        round === "keys"
          ? Object.entries(columns).filter(([column]) => keys.includes(column))
          : Object.entries(columns);
      const read = keyNames.map(([column, declared], index) =>
        makeColumn(column, declared, types.typeOf(declared, ["columns", column]), index),
      );
      scopes.set(name, makeTable(name, read, keys));
    }
  }
}

function makeTable(name: string, columns: readonly StoredScopeColumn[], keys: readonly string[]): TableScope {
  const key = keys.flatMap((part) => columns.find((column) => column.name === part) ?? []);
  return { name, columns, key, rowNumberIndex: columns.length };
}

function currentRow(
  scope: Scope,
  tables: ReadonlyMap<string, TableScope>,
  types: TypeReader,
): TableScope | undefined {
  if (scope.table !== undefined) {
    const { match } = findName(tables.values(), scope.table);
    if (match === undefined) throw new TypeError(`The scope has no table "${scope.table}".`);
    return match;
  }
  if (scope.columns === undefined) return undefined;
  const columns = Object.entries(scope.columns).map(([name, declared], index) =>
    makeColumn(name, declared, types.typeOf(declared, ["columns", name]), index),
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

/** Throws a TypeError for a part of a scope that does not have the form of its member, with its path. */
type Check = (value: unknown, path: string, depth: number) => void;

function refuse(value: unknown, path: string, expected: string): never {
  const actual = value === undefined ? "missing" : kindInWords(value);
  throw new TypeError(`"${path}" of the scope is ${actual}, and ${expected} is expected.`);
}

function typed(type: "string" | "boolean", expected: string): Check {
  return (value, path) => {
    if (typeof value !== type) refuse(value, path, expected);
  };
}

function byName(check: Check): Check {
  return (value, path, depth) => {
    if (!isRecord(value)) refuse(value, path, "an object");
    for (const [name, one] of Object.entries(value)) check(one, `${path}.${name}`, depth);
  };
}

function members(
  expected: string,
  needed: Readonly<Record<string, Check>>,
  others: Readonly<Record<string, Check>> = {},
): Check {
  return (value, path, depth) => {
    if (!isRecord(value)) refuse(value, path, expected);
    for (const [name, check] of Object.entries(needed)) check(value[name], `${path}.${name}`, depth);
    for (const [name, check] of Object.entries(others))
      if (value[name] !== undefined) check(value[name], `${path}.${name}`, depth);
  };
}

const text = typed("string", "a text");
const texts: Check = (value, path) => {
  if (!Array.isArray(value)) refuse(value, path, "a list");
  for (const [at, one] of value.entries()) text(one, `${path}.${at}`, 0);
};
const yesNo = typed("boolean", "true or false");

/** The reader of types refuses deeper ones. */
const DEEPEST = 64;

const column: Check = (value, path, depth) => {
  if (typeof value !== "string" && depth <= DEEPEST) columnMembers(value, path, depth + 1);
};

const columns = byName(column);

const columnMembers = members(
  "a type, or an object with one,",
  { type: text },
  {
    ...{ table: text, itemType: text, currency: text, of: column, fields: columns },
    ...{ values: texts, allowOtherValues: yesNo },
  },
);

const keyNames: Check = (value, path) => {
  if (Array.isArray(value)) texts(value, path, 0);
  else if (typeof value !== "string") refuse(value, path, "a name, or a list of names,");
};

/** A text of which only some are right. */
function someText(isRight: (value: string) => boolean, expected: string): Check {
  return (value, path) => {
    text(value, path, 0);
    if (!isRight(value as string))
      throw new TypeError(`"${path}" of the scope is "${value}", and ${expected} is expected.`);
  };
}

const SCOPE: { readonly [Name in keyof Required<Scope>]: Check } = {
  columns,
  types: byName(columns),
  tables: byName(
    members('an object such as { key: "Id", columns: { Id: "Number" } }', { key: keyNames, columns }),
  ),
  slices: byName(members("an object", { table: text }, { filter: text })),
  functions: checkFunctionList,
  table: text,
  this: text,
  result: text,
  locale: someText((tag) => localeForms(tag) !== undefined, "a locale such as en-US"),
  blanks: someText((mode) => mode === "consistent" || mode === "legacy", '"consistent" or "legacy"'),
  selector: yesNo,
  strict: yesNo,
};
