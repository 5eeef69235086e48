import type { FunctionDefinition } from "../check/function-definition.ts";
import type { Limits } from "../runtime/limits.ts";

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
  /** Functions of one's own, beside those of the language. */
  readonly functions?: readonly FunctionDefinition[];
}

/** A column: its type and, for a Ref or a list, what it points at or holds. */
export interface ColumnScope {
  /** A column type such as `Text`, `Price`, `Enum`, `List`, `Ref`. */
  readonly type: string;
  /** The table a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  /** The type of the items of a List or EnumList, or the base type of an Enum; default Text. */
  readonly itemType?: string;
  /** How TEXT() shows a Decimal, a Price or a Percent: digits behind the point, 0 to 15, and the sign of a Price. */
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Kept for editors; evaluation does not need them. */
  readonly values?: readonly string[];
}

/**
 * What an evaluation may read; what the expression does not read is not looked at. Rows, settings, parameters and inputs are
 * objects by name with values in the JSON form of `docs/language.md`; being `object`, an `interface` of one's own is one. A
 * DateTime that is an instant, a Date or text with `Z` or an offset, is read by the clock of `timezone`.
 */
export interface EvaluationContext {
  readonly row?: object;
  /** The row before the change, for `[_THISROW_BEFORE]`; columns it does not name did not change. */
  readonly before?: object;
  readonly tables?: Readonly<Record<string, readonly object[]>>;
  /**
   * Wall clock in `timezone`, ISO without zone: `2026-03-14T15:09:26`; or an instant: ISO with `Z` or an offset,
   * milliseconds since 1970-01-01 in UTC, a Date. Default: the clock of the platform.
   */
  readonly now?: string | number | Date;
  /** IANA or Windows name; default UTC. */
  readonly timezone?: string;
  /** BCP 47 tag; default that of the scope. */
  readonly locale?: string;
  /** `lat, long`; default `0.000000, 0.000000`. */
  readonly location?: string;
  readonly user?: { readonly email?: string; readonly name?: string; readonly role?: string };
  readonly settings?: object;
  /** Values for `[_PARAM].[name]`. */
  readonly parameters?: object;
  /** Values for INPUT(). */
  readonly inputs?: object;
  /** A number from 0 up to but without 1, for UNIQUEID and RANDBETWEEN. Default: the platform's. */
  readonly random?: () => number;
  /** Milliseconds, for the time limit; without one only the fuel limit holds. */
  readonly clock?: () => number;
  readonly limits?: Partial<Limits>;
}
