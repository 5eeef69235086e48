import type { DefinitionLocations, Location, Path } from "@tablewright/core";
import type { DecisionDescription, DecisionResult } from "@tablewright/core/rules";

interface DecisionPoint {
  readonly member: string;
  readonly path: Path;
  readonly key: string;
  readonly case: CoverageCase;
}

/**
 * Notes which rows, rules and formulas of decisions tests have shown. Of an application `fired` is an option of `loadDefinition`: it
 * learns of decisions that expressions call.
 */
export class FiredRows {
  readonly #shown = new Set<string>();

  #hears = false;

  readonly fired = (decision: string, row: number | "otherwise"): void => {
    if (this.#hears) this.#shown.add(keyOf(decision, row));
  };

  /** Takes note of what expressions decide meanwhile: given rows show nothing. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    this.#hears = true;
    try {
      return await work();
    } finally {
      this.#hears = false;
    }
  }

  /** Takes note of what was decided on facts. */
  decided(decisions: readonly DecisionDescription[], { fired, outputs }: DecisionResult): void {
    for (const { decision, row } of fired) this.#shown.add(keyOf(decision, row));
    for (const { name, outputs: own } of decisions)
      if (
        own.every((output) => Object.hasOwn(outputs, output)) &&
        !fired.some(({ decision }) => decision === name)
      )
        this.#shown.add(keyOf(name, "otherwise"));
  }

  /** Every row, rule and formula of decisions, and whether it was shown. */
  points(decisions: readonly DecisionDescription[], locations: DefinitionLocations): readonly CoveredPoint[] {
    return decisions.flatMap(pointsOf).map(({ member, path, key, case: one }) => ({
      member,
      location: locations.locationOf(path),
      cases: [one],
      missing: this.#shown.has(key) ? [] : [one],
    }));
  }
}

function pointsOf({ name, kind, rows, hasOtherwise }: DecisionDescription): readonly DecisionPoint[] {
  const other = (member: "formula" | "otherwise"): DecisionPoint => ({
    member: `decisions.${name}.${member}`,
    path: ["decisions", name, member],
    key: keyOf(name, "otherwise"),
    case: "computed",
  });
  if (kind === "formula") return [other("formula")];
  const noun = kind === "table" ? "row" : "rule";
  const own = rows.map(
    ({ row }): DecisionPoint => ({
      member: `decisions.${name}.${noun} ${row}`,
      path: ["decisions", name, `${noun}s`, row - 1],
      key: keyOf(name, row),
      case: "fired",
    }),
  );
  return kind === "table" && hasOtherwise ? [...own, other("otherwise")] : own;
}

function keyOf(decision: string, row: number | "otherwise"): string {
  return JSON.stringify([decision, row]);
}

/** What tests have to show of a part of a definition. */
export type CoverageCase = "TRUE" | "FALSE" | "kept" | "broken" | "computed" | "run" | "fired";

/** A part of the definition, and which of its cases tests have shown. */
export interface CoveredPoint {
  /** Such as `tables.Orders.columns.Total.formula`, or `decisions.Discount.row 2`. */
  readonly member: string;
  readonly location: Location;
  readonly cases: readonly CoverageCase[];
  readonly missing: readonly CoverageCase[];
}
