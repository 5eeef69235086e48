import type { FunctionDefinition } from "../functions/function-definition.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { ScalarType, Type } from "./type.ts";

/** What an expression can name: tables, slices and the row it is about. */
export interface ExpressionScope {
  readonly tables: ReadonlyMap<string, TableScope>;
  readonly slices: ReadonlyMap<string, SliceScope>;
  /** The table of the current row; undefined where there is no current row. */
  readonly row: TableScope | undefined;
  /** The column that `[_THIS]` means. */
  readonly this: ScopeColumn | undefined;
  /** Whether a change is in view: `[_THISROW_BEFORE]` and `[_THISROW_AFTER]`. */
  readonly change: boolean;
  /** The functions that can be called, by their names in upper case. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly blanks: "consistent" | "legacy";
  /** How quoted dates and numbers are read. */
  readonly locale: string;
  /** Whether mistakes may name a table or slice, and columns of the table; without it they may name all. */
  readonly tells?: ((table: string) => boolean) | undefined;
}

export interface TableScope {
  /** Empty for a row that belongs to no named table. */
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
  /** The key columns in order; empty for a row without a key. */
  readonly key: readonly ScopeColumn[];
  /** Position of the row number within a row: behind the stored columns. */
  readonly rowNumberIndex: number;
}

export interface ScopeColumn {
  readonly name: string;
  readonly type: Type;
  /** Position within a row; -1 for a column that is computed when read. */
  readonly index: number;
  /** How a column that is not stored is computed, on its own row. */
  readonly formula: CheckedExpression | undefined;
}

export interface SliceScope {
  readonly name: string;
  readonly table: TableScope;
  readonly filter: CheckedExpression | undefined;
}

/** The type of a table's key: that of its one key column, or Text where several are joined. */
export function keyTypeOf(table: TableScope): ScalarType {
  const [first, second] = table.key;
  if (first === undefined || second !== undefined) return { kind: "Text" };
  const { type } = first;
  if (type.kind === "Ref") return type.key;
  return type.kind === "List" ? { kind: "Text" } : type;
}

export function refTo(table: TableScope): Type {
  return { kind: "Ref", table: table.name, key: keyTypeOf(table) };
}
