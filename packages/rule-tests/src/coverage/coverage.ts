import {
  type ActionDefinition,
  type AppDefinition,
  type ColumnDefinition,
  type DefinitionLocations,
  type Diagnostic,
  describeDecisionRows,
  type EmailDefinition,
  type EngineObserver,
  type Path,
  type Result,
  type RuleDefinition,
  type SliceDefinition,
  type TableDefinition,
  type Template,
} from "@tablewright/core";
import type { DecisionResult } from "@tablewright/core/rules";
import type { CheckedExpression, StoredRun } from "@tablewright/core/storage";
import type { CoverageCase, CoveredPoint, FiredRows } from "./fired-rows.ts";

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

  readonly #rows: FiredRows | undefined;

  constructor(app: AppDefinition, locations: DefinitionLocations, rows: FiredRows | undefined) {
    this.#rows = rows;
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

  /** Takes note of what was decided on facts. */
  decided(name: string, result: DecisionResult): void {
    const decision = this.#app.decisions.get(name);
    const described = decision && describeDecisionRows(decision);
    if (described !== undefined) this.#rows?.decided([described], result);
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
    const decisions = [...this.#app.decisions.values()].flatMap((one) => describeDecisionRows(one) ?? []);
    return reportOf([...points, ...(this.#rows?.points(decisions, this.#locations) ?? [])]);
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

type Expression = CheckedExpression | undefined;

/**
 * Every expression, check, action and rule of a definition, in its order. What calls never look at (Show_If, Reset_If, and
 * Editable_If unless it is binding) and what the definition does not write out itself is left out.
 */
function coveragePoints(
  { tables, slices, actions, rules }: AppDefinition,
  { has }: Pick<DefinitionLocations, "has">,
): readonly CoveragePoint[] {
  const points = [
    ...[...tables.values()].flatMap(ofTable),
    ...[...slices.values()].flatMap(ofSlice),
    ...[...actions.values()].flatMap(ofAction),
    ...[...rules.values()].flatMap(ofRule),
  ];
  return points.filter(({ path }) => path[0] === "actions" || has(path));
}

function ofTable(table: TableDefinition): readonly CoveragePoint[] {
  const path = ["tables", table.name];
  return [
    ...computed([...path, "updates"], table.updatesExpression),
    ...condition([...path, "securityFilter"], table.securityFilter),
    ...table.columns.flatMap((column) => ofColumn([...path, "columns", column.name], table, column)),
  ];
}

/** Virtual columns are never checked. */
function ofColumn(path: Path, table: TableDefinition, column: ColumnDefinition): readonly CoveragePoint[] {
  const formula = computed([...path, "formula"], column.formula);
  const { initialValue, required, requiredIf, validIf, invalidMessage, readIf, writeIf, editableIf } = column;
  const reading = condition([...path, "readIf"], readIf);
  if (column.isVirtual) return [...formula, ...reading];
  const writing = writeIf.flatMap((one) =>
    condition([...path, one === editableIf ? "editableIf" : "writeIf"], one),
  );
  const broken = { cases: ["broken"], check: { table, column, code: "rule/required" } } as const;
  return [
    ...(required ? [{ path: [...path, "required"], expressions: [], ...broken }] : []),
    ...computed([...path, "initialValue"], initialValue),
    ...formula,
    ...condition([...path, "requiredIf"], requiredIf),
    ...(validIf === undefined ? [] : [checked([...path, "validIf"], validIf, table, column)]),
    ...computed([...path, "invalidMessage"], invalidMessage),
    ...reading,
    ...writing,
  ];
}

function checked(
  path: Path,
  validIf: CheckedExpression,
  table: TableDefinition,
  column: ColumnDefinition,
): CoveragePoint {
  const check = { table, column, code: "rule/valid-if" } as const;
  return { path, cases: ["kept", "broken"], expressions: [validIf], check };
}

function ofSlice({ name, filter, updatesExpression, table }: SliceDefinition): readonly CoveragePoint[] {
  const own = updatesExpression === table.updatesExpression ? undefined : updatesExpression;
  return [...condition(["slices", name, "filter"], filter), ...computed(["slices", name, "updates"], own)];
}

function ofAction(action: ActionDefinition): readonly CoveragePoint[] {
  const path = ["actions", action.name];
  const { effect } = action;
  return [
    { path, cases: ["run"], expressions: [], action },
    ...condition([...path, "condition"], action.condition),
    ...(effect.kind === "set" ? ofSet([...path, "set"], effect.set) : []),
    ...(effect.kind === "addRow" ? ofSet([...path, "addRow", "set"], effect.set) : []),
    ...(effect.kind === "onRows" ? computed([...path, "onRows", "rows"], effect.rows) : []),
  ];
}

function ofSet(
  path: Path,
  set: readonly { readonly column: ColumnDefinition; readonly value: CheckedExpression }[],
): readonly CoveragePoint[] {
  return set.flatMap(({ column, value }) => computed([...path, column.name], value));
}

function ofRule({ name, condition: met, steps }: RuleDefinition): readonly CoveragePoint[] {
  const path = ["rules", name];
  return [
    { path, cases: ["run"], expressions: [], rule: name },
    ...condition([...path, "condition"], met),
    ...steps.flatMap((step, at) => {
      if (!("effect" in step)) return [];
      const own = [...path, "steps", at, step.kind];
      if (step.kind === "email") return ofEmail(own, step.effect);
      const { url, headers, body = [] } = step.effect;
      return [
        ...template([...own, "url"], url),
        ...[...headers].flatMap(([header, value]) => template([...own, "headers", header], value)),
        ...template([...own, "body"], body),
      ];
    }),
  ];
}

function ofEmail(path: Path, email: EmailDefinition): readonly CoveragePoint[] {
  const texts = ["to", "cc", "bcc", "from", "replyTo", "subject", "body", "html"] as const;
  return [
    ...texts.flatMap((member) => template([...path, member], email[member] ?? [])),
    ...email.attachments.flatMap(({ name, rows }, at) => [
      ...template([...path, "attach", at, "name"], name),
      ...computed([...path, "attach", at, "rows"], rows),
    ]),
  ];
}

function condition(path: Path, expression: Expression): readonly CoveragePoint[] {
  return expression === undefined ? [] : [{ path, cases: ["TRUE", "FALSE"], expressions: [expression] }];
}

function computed(path: Path, expression: Expression): readonly CoveragePoint[] {
  return expression === undefined ? [] : [{ path, cases: ["computed"], expressions: [expression] }];
}

function template(path: Path, parts: Template): readonly CoveragePoint[] {
  const expressions = expressionsIn(parts);
  return expressions.length === 0 ? [] : [{ path, cases: ["computed"], expressions }];
}

/** Those of its blocks among them. */
function expressionsIn(parts: Template): readonly CheckedExpression[] {
  return parts.flatMap((part) => {
    if (part.kind === "value") return [part.expression];
    if (part.kind === "rows") return [part.rows, ...expressionsIn(part.parts)];
    if (part.kind !== "choice") return [];
    return [part.condition, ...expressionsIn(part.parts), ...expressionsIn(part.otherwise)];
  });
}

/** A part of a definition and the cases that tests can show of it. */
interface CoveragePoint {
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
