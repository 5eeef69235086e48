import { checkNames, checkOneOf } from "../../yaml/check-names.ts";
import { compileExpression } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { RuleDefinition, RuleStep, SliceDefinition } from "../app/app-definition.ts";
import { findAction } from "../draft/draft-actions.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape, RuleShape } from "../text/definition-shape.ts";
import type { CompilingInApp } from "./compile-actions.ts";
import { compileEmail } from "./compile-email.ts";
import { compileSchedule } from "./compile-schedule.ts";
import { compileCallStep, compileWebhook } from "./compile-webhook.ts";
import { inRowOf } from "./scope-of-definition.ts";

type StepShape = RuleShape["steps"][number];

/** What the rules of a definition are compiled with. */
interface RuleCompiling extends CompilingInApp {
  readonly slices: ReadonlyMap<string, SliceDefinition>;
  /** Of the application. */
  readonly timezone: string;
}

/** The workflow rules in the order in which they run; one whose table is not there is left out, which has been reported. */
export function compileRules(
  compiling: RuleCompiling,
  { rules = {} }: DefinitionShape,
): ReadonlyMap<string, RuleDefinition> {
  const { report } = compiling;
  const names = report.source.names(["rules"], rules);
  checkNames(report, "rule", names, (name) => ["rules", name]);
  const compiled = names.flatMap((name) => compileRule(compiling, name, rules[name] as RuleShape) ?? []);
  const ordered = compiled.toSorted((one, other) => other.priority - one.priority);
  return new Map(ordered.map((rule) => [rule.name, rule]));
}

/** Expressions of a rule see the row before the change and the row after it. */
function compileRule(compiling: RuleCompiling, name: string, shape: RuleShape): RuleDefinition | undefined {
  const { report, scope, tables, slices, timezone } = compiling;
  const path = ["rules", name];
  const declared = [...scope.tables.values(), ...scope.slices.values()];
  const target = findTable(report, [...path, "table"], declared, shape.table);
  const row = target !== undefined && "table" in target ? target.table : target;
  const inRow = row && inRowOf(compiling, row, { change: true });
  const schedule = compileSchedule(report, path, shape, timezone);
  const at = [...path, "condition"];
  const condition = inRow && compileExpression(inRow, at, shape.condition, { kind: "Yes/No" });
  const steps = shape.steps.flatMap(
    (step, index) => compileStep(compiling, [...path, "steps", index], step, inRow) ?? [],
  );
  const table = tables.get(row?.name ?? "");
  const slice = target === row ? undefined : slices.get(target?.name ?? "");
  const { priority = 0 } = shape;
  return table && { name, table, slice, on: new Set(shape.on), schedule, condition, priority, steps };
}

/** Names are looked up even where the row of the rule is unknown; templates need it. */
function compileStep(
  { report, drafts }: RuleCompiling,
  path: Path,
  { action, webhook, email, call }: StepShape,
  inRow: RuleCompiling | undefined,
): RuleStep | undefined {
  checkOneOf(report, path, ["action", "webhook", "email", "call"]);
  if (action !== undefined) {
    const match = findAction(report, [...path, "action"], drafts, action, inRow?.scope.row);
    return match === undefined ? undefined : { kind: "action", action: match };
  }
  if (inRow === undefined) return undefined;
  if (webhook !== undefined)
    return { kind: "webhook", webhook: compileWebhook(inRow, [...path, "webhook"], webhook) };
  if (call !== undefined)
    return { kind: "webhook", webhook: compileCallStep(report, [...path, "call"], call) };
  return email && { kind: "email", email: compileEmail(inRow, [...path, "email"], email) };
}
