import type { DefinitionLocations, Path } from "@tablewright/core";
import type { DecisionDescription, DecisionResult, Rules } from "@tablewright/core/rules";
import type { CoverageReport } from "../coverage/coverage.ts";
import type { CoverageCase } from "../coverage/coverage-point.ts";

interface DecisionPoint {
  readonly path: Path;
  readonly key: string;
  readonly case: CoverageCase;
}

/** Notes which rows, rules and formulas of decisions tests have shown. */
export class DecisionCoverage {
  readonly #decisions: readonly DecisionDescription[];
  readonly #locations: DefinitionLocations;
  readonly #shown = new Set<string>();

  constructor(rules: Rules, locations: DefinitionLocations) {
    this.#decisions = rules.describe();
    this.#locations = locations;
  }

  decided({ fired, outputs }: DecisionResult): void {
    for (const { decision, row } of fired) this.#shown.add(keyOf(decision, row));
    for (const { name, outputs: own } of this.#decisions)
      if (
        own.every((output) => Object.hasOwn(outputs, output)) &&
        !fired.some(({ decision }) => decision === name)
      )
        this.#shown.add(keyOf(name, "otherwise"));
  }

  report(): CoverageReport {
    const points = this.#decisions.flatMap(pointsOf).map(({ path, key, case: one }) => ({
      member: path.join("."),
      location: this.#locations.locationOf(path),
      cases: [one],
      missing: this.#shown.has(key) ? [] : [one],
    }));
    const missing = points.filter((point) => point.missing.length > 0).length;
    return { points, cases: points.length, covered: points.length - missing };
  }
}

function pointsOf({ name, kind, rows, hasOtherwise }: DecisionDescription): readonly DecisionPoint[] {
  const path = ["decisions", name];
  const none = { key: keyOf(name, "otherwise"), case: "computed" } as const;
  if (kind === "formula") return [{ path: [...path, "formula"], ...none }];
  const members = kind === "table" ? "rows" : "rules";
  const own = rows.map(
    ({ row }): DecisionPoint => ({
      path: [...path, members, row - 1],
      key: keyOf(name, row),
      case: "fired",
    }),
  );
  const otherwise = { path: [...path, "otherwise"], ...none };
  return kind === "table" && hasOtherwise ? [...own, otherwise] : own;
}

function keyOf(decision: string, row: number | "otherwise"): string {
  return JSON.stringify([decision, row]);
}
