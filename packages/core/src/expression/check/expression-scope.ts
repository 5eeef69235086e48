import type { ScopeColumn, SliceScope, TableScope } from "../tree/scope.ts";
import type { FunctionDefinition } from "./function-definition.ts";

/** What an expression can name: tables, slices and the row it is about. */
export interface ExpressionScope {
  readonly tables: ReadonlyMap<string, TableScope>;
  readonly slices: ReadonlyMap<string, SliceScope>;
  /** The table of the current row; undefined where there is no current row. */
  readonly row: TableScope | undefined;
  /** The column that `[_THIS]` means. */
  readonly this: ScopeColumn | undefined;
  /** Whether the expression gives the column its value: `[_THIS]` is the one that it has until then. */
  readonly givesThis?: boolean;
  /** Whether a change is in view: `[_THISROW_BEFORE]` and `[_THISROW_AFTER]`. */
  readonly change: boolean;
  /** The functions that can be called, by their names in upper case. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly blanks: "consistent" | "legacy";
  /** How quoted dates and numbers are read. */
  readonly locale: string;
  /** Whether errors may name a table or slice, and columns of the table; without it they may name all. */
  readonly tells?: ((table: string) => boolean) | undefined;
}
