import type { CallNode, LanguageFunction } from "@tablewright/core/compiler";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlTerm } from "../sql-term.ts";

/**
 * How a function of the language is said in SQL. `of` gets a term per argument that was given, undefined where the
 * dialect cannot say it; `ofList` gets the call, for functions that read lists, and notes itself where it stops.
 */
export type FunctionInSql =
  | { readonly of: OfTerms; readonly ofList?: OfList }
  | { readonly of?: undefined; readonly ofList: OfList };

export type OfTerms = (scope: SqlScope, ...values: readonly SqlTerm[]) => SqlTerm | undefined;

type OfList = (node: CallNode, scope: SqlScope) => SqlTerm | undefined;

/** The functions of one family by their names. */
export type FunctionsInSql = Readonly<Partial<Record<LanguageFunction, FunctionInSql>>>;

/** What is known of a value computed from others, of which a blank one makes it blank. */
export function knownOf(values: readonly SqlTerm[]): {
  readonly isNullable: boolean;
  readonly mayThrow: boolean;
} {
  return {
    isNullable: values.some(({ isNullable }) => isNullable),
    mayThrow: values.some(({ mayThrow }) => mayThrow),
  };
}
