import type {
  ActionDefinition,
  AppDefinition,
  DefinitionLocations,
  Diagnostic,
  EngineObserver,
  Location,
  Result,
  TableDefinition,
} from "@tablewright/core";
import type { CheckedExpression, StoredRun } from "@tablewright/core/storage";
import type { CoverageCase, CoveragePoint } from "./coverage-point.ts";
import { coveragePoints } from "./coverage-points.ts";

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

/** Notes what tests show of a definition. */
export class Coverage {
  readonly observer: EngineObserver;
  readonly #app: AppDefinition;
  readonly #locations: DefinitionLocations;
  readonly #values = new Map<CheckedExpression, Set<CoverageCase>>();
  readonly #actions = new Set<ActionDefinition>();
  readonly #rules = new Set<string>();
  readonly #broken = new Set<string>();
  readonly #kept = new Set<CheckedExpression>();
  /** Lists of allowed values that the call under way has computed: whether they were kept, its errors say. */
  #lists = new Set<CheckedExpression>();

  constructor(app: AppDefinition, locations: DefinitionLocations) {
    this.#app = app;
    this.#locations = locations;
    this.observer = {
      evaluates: (expression, value) => this.#evaluates(expression, value),
      acts: (action) => this.#actions.add(action),
    };
  }

  /** Takes note of what a call was answered with. */
  answered(name: string, result: Result): void {
    const table = this.#app.tables.get(name) ?? this.#app.slices.get(name)?.table;
    const errors = result.ok ? [] : result.diagnostics;
    for (const { code, column } of errors)
      if (table !== undefined) this.#broken.add(keyOf(table, code, column));
    const refused = errors.filter(({ code }) => code === "rule/valid-if").map(({ column }) => column);
    for (const list of this.#lists)
      if (!table?.columns.some(({ name, validIf }) => validIf === list && refused.includes(name)))
        this.#kept.add(list);
    this.#lists = new Set();
  }

  /** Takes note of rules that ran. */
  ran(runs: readonly StoredRun[]): void {
    for (const { rule, outcome } of runs) if (outcome === "Done") this.#rules.add(rule);
  }

  report(): CoverageReport {
    const points = coveragePoints(this.#app, this.#locations).map((point) => ({
      member: point.path.join("."),
      location: this.#locations.locationOf(point.path),
      cases: point.cases,
      missing: point.cases.filter((one) => !this.#isShown(point, one)),
    }));
    const cases = points.reduce((sum, point) => sum + point.cases.length, 0);
    const missing = points.reduce((sum, point) => sum + point.missing.length, 0);
    return { points, cases, covered: cases - missing };
  }

  #evaluates(expression: CheckedExpression, value: unknown): void {
    const cases = this.#values.get(expression) ?? new Set();
    this.#values.set(expression, cases);
    cases.add("computed");
    if (expression.type.kind === "Yes/No") cases.add(value === true ? "TRUE" : "FALSE");
    else if (Array.isArray(value)) this.#lists.add(expression);
  }

  #isShown({ expressions, check, action, rule }: CoveragePoint, one: CoverageCase): boolean {
    if (action !== undefined) return this.#actions.has(action);
    if (rule !== undefined) return this.#rules.has(rule);
    const shows = (expected: CoverageCase) =>
      expressions.length > 0 && expressions.every((part) => this.#values.get(part)?.has(expected));
    if (check === undefined) return shows(one);
    if (one === "broken")
      return shows("FALSE") || this.#broken.has(keyOf(check.table, check.code, check.column.name));
    return shows("TRUE") || expressions.some((part) => this.#kept.has(part));
  }
}

function keyOf({ name }: TableDefinition, code: Diagnostic["code"], column: string | undefined): string {
  return JSON.stringify([name, code, column]);
}
