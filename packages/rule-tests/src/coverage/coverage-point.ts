import type { ActionDefinition, ColumnDefinition, Location, Path, TableDefinition } from "@tablewright/core";
import type { CheckedExpression } from "@tablewright/core/storage";

/** What tests have to show of a part of a definition. */
export type CoverageCase = "TRUE" | "FALSE" | "kept" | "broken" | "computed" | "run" | "fired";

/** A part of a definition and the cases that tests can show of it. */
export interface CoveragePoint {
  readonly path: Path;
  readonly cases: readonly CoverageCase[];
  /** All of them, for what a template puts in. */
  readonly expressions: readonly CheckedExpression[];
  /** A Required or Valid_If of this column. */
  readonly check?: {
    readonly table: TableDefinition;
    readonly column: ColumnDefinition;
    readonly code: "rule/required" | "rule/valid-if";
  };
  readonly action?: ActionDefinition;
  readonly rule?: string;
}

/** A part of the definition, and which of its cases tests have shown. */
export interface CoveredPoint {
  /** Such as `tables.Orders.columns.Total.formula`. */
  readonly member: string;
  readonly location: Location;
  readonly cases: readonly CoverageCase[];
  readonly missing: readonly CoverageCase[];
}

export interface CoverageReport {
  readonly points: readonly CoveredPoint[];
  readonly cases: number;
  readonly covered: number;
}

/** Counts the cases of parts. */
export function reportOf(points: readonly CoveredPoint[]): CoverageReport {
  const cases = points.reduce((sum, point) => sum + point.cases.length, 0);
  const missing = points.reduce((sum, point) => sum + point.missing.length, 0);
  return { points, cases, covered: cases - missing };
}
