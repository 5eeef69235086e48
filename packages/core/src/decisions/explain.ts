import { printTrace } from "../expression/evaluate/trace/print-trace.ts";
import type { traceExpression } from "../expression/evaluate/trace/tracer.ts";
import type { RequestContext, Trace } from "../expression/parts.ts";
import type { Value } from "../values/index.ts";
import { type Decision, type DecisionRow, type FiredRule, nameOfRow, type RowsBody } from "./decision.ts";
import { firesFirst } from "./hit-policy.ts";
import type { HitPolicy } from "./rules-shape.ts";

/** How a decision came to its outputs: by a formula, or by rows in the order in which they were tried. */
export interface DecisionTrace {
  readonly decision: string;
  readonly formula?: Trace;
  readonly hit?: HitPolicy;
  readonly rows?: readonly ExplainedRow[];
}

/** A row or a rule of a decision, with what became of it for these facts. */
export interface ExplainedRow {
  /** From 1, in the order of the definition. */
  readonly row: number;
  readonly rule?: string;
  /** `matched`: all its conditions were TRUE, but the hit policy chose another row. */
  readonly state: "fired" | "matched" | "not matched" | "not tried";
  /** Its conditions up to the first that was not TRUE. */
  readonly conditions: readonly Trace[];
}

/** Explains a decision once all are computed: `row` has the facts and the outputs of those before it. */
export function explainDecision(
  { name, body }: Decision,
  row: readonly Value[],
  request: RequestContext,
  fired: readonly FiredRule[],
  trace: typeof traceExpression,
): DecisionTrace {
  if (body.kind === "formula")
    return { decision: name, formula: trace(body.formula.expression, row, request) };
  const numbers = new Set(fired.flatMap((one) => (one.decision === name ? [one.row] : [])));
  return { decision: name, hit: body.hit, rows: explainRows(body, row, request, numbers, trace) };
}

function explainRows(
  body: RowsBody,
  values: readonly Value[],
  request: RequestContext,
  fired: ReadonlySet<number>,
  trace: typeof traceExpression,
): readonly ExplainedRow[] {
  let isOver = false;
  return body.rows.map((row) => {
    const about = { row: row.number, ...(row.name === undefined ? {} : { rule: row.name }) };
    if (isOver) return { ...about, state: "not tried", conditions: [] };
    const { conditions, matches } = traceConditions(row, values, request, trace);
    if (!matches) return { ...about, state: "not matched", conditions };
    isOver = row.stops || firesFirst(body);
    return { ...about, state: fired.has(row.number) ? "fired" : "matched", conditions };
  });
}

function traceConditions(
  { conditions: asked }: DecisionRow,
  values: readonly Value[],
  request: RequestContext,
  trace: typeof traceExpression,
) {
  const conditions: Trace[] = [];
  for (const { expression } of asked) {
    const condition = trace(expression, values, request);
    conditions.push(condition);
    if (condition.value !== true) return { conditions, matches: false };
  }
  return { conditions, matches: true };
}

/** An explanation for people: each decision with the rows that were tried, and below each the condition that was not TRUE. */
export function printExplanation(decisions: readonly DecisionTrace[]): string {
  return decisions.flatMap(printDecision).join("\n");
}

function printDecision({ decision, formula, hit, rows = [] }: DecisionTrace): readonly string[] {
  if (formula !== undefined) return [`${decision} = ${indented(printTrace(formula))}`];
  const tried = rows.filter(({ state }) => state !== "not tried");
  const left = rows.length - tried.length;
  return [
    `${decision} (${hit})`,
    ...tried.flatMap(printRow),
    ...(left > 0 ? [`  ${left} more ${left === 1 ? "row" : "rows"} not tried`] : []),
  ];
}

function printRow({ row, rule, state, conditions }: ExplainedRow): readonly string[] {
  const name = nameOfRow({ number: row, name: rule });
  const last = conditions.at(-1);
  if (state !== "not matched" || last === undefined) return [`  ${name} ${state}`];
  return [`  ${name} ${state}: ${indented(printTrace(last))}`];
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
