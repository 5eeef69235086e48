import type { Value } from "../values/index.ts";

/** Tables and columns are renamed and columns get another type; each value is tried before any is changed. */
export interface Migration {
  /** Whether tables and columns that are not named any more are removed with their values. */
  readonly drops: boolean;
  /** The names of tables that are kept all the same. */
  readonly keeps?: readonly string[];
  /** How the values of a column are read that were of another form, named as the `holds` of a plan. */
  readonly converting: (table: string, column: string, from: string) => ConvertValue;
}

/** The value as its column keeps it now; undefined for one that does not convert. Blanks are not asked about. */
export type ConvertValue = (value: Value) => Value | undefined;
