import type { ActionDefinition, ColumnDefinition, Path, TableDefinition } from "@tablewright/core";
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
