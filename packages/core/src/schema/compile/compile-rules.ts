import { Cron } from "croner";
import { memo } from "../../expression/parts.ts";
import { zoneOf } from "../../values/index.ts";
import { checkNames, checkOneOf } from "../../yaml/check-names.ts";
import { compileExpression } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { RuleDefinition, RuleStepDefinition, Schedule, SliceDefinition } from "../app/app-definition.ts";
import { findAction } from "../draft/draft-actions.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape, RuleShape } from "../text/definition-shape.ts";
import type { CompilingInApp } from "./compile-actions.ts";
import { compileEmail } from "./compile-email.ts";
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

function compileStep(
  compiling: RuleCompiling,
  path: Path,
  shape: StepShape,
  inRow: RuleCompiling | undefined,
): RuleStepDefinition | undefined {
  const members = Object.keys(STEPS) as (keyof StepShape)[];
  checkOneOf(compiling.report, path, members);
  const member = members.find((one) => shape[one] !== undefined);
  if (member === undefined) return undefined;
  const compile = STEPS[member] as CompileStep<unknown>;
  return compile(compiling, [...path, member], shape[member], inRow);
}

/** Undefined where what the step needs is missing, which has been reported. */
type CompileStep<Shape> = (
  compiling: RuleCompiling,
  path: Path,
  shape: Shape,
  inRow: RuleCompiling | undefined,
) => RuleStepDefinition | undefined;

/** Every kind of step by the member that says it, one line each. Names are looked up even where the row of the rule is unknown. */
const STEPS: { readonly [M in keyof StepShape]-?: CompileStep<NonNullable<StepShape[M]>> } = {
  action: ({ report, drafts }, path, name, inRow) => {
    const action = findAction(report, path, drafts, name, inRow?.scope.row);
    return action === undefined ? undefined : { kind: "action", action };
  },
  webhook: (_, path, shape, inRow) =>
    inRow && { kind: "webhook", effect: compileWebhook(inRow, path, shape) },
  email: (_, path, shape, inRow) => inRow && { kind: "email", effect: compileEmail(inRow, path, shape) },
  call: ({ report }, path, name, inRow) =>
    inRow && { kind: "webhook", effect: compileCallStep(report, path, name) },
  refuse: (_, __, message) => ({ kind: "refuse", message }),
};

/** When a rule runs by the clock; undefined for one that changes set off. */
function compileSchedule(
  report: DefinitionReport,
  path: Path,
  { every, timezone, once = false }: RuleShape,
  ownTimezone: string,
): Schedule | undefined {
  checkOneOf(report, path, ["on", "every"], "name");
  if (every === undefined) {
    for (const member of ["timezone", "once"])
      if (report.source.has([...path, member]) && !report.source.has([...path, "every"]))
        report.report([...path, member], "definition/no-schedule", { member }, "name");
    return undefined;
  }
  const zone = zoneOf(timezone ?? ownTimezone);
  if (zone === undefined && timezone !== undefined) {
    const details = { actual: JSON.stringify(timezone), expected: "a time zone such as Europe/Berlin" };
    report.report([...path, "timezone"], "definition/wrong-value", details);
  }
  const schedule = { cron: every.trim(), zone: zone ?? "UTC", once };
  if (comesRound(schedule)) return schedule;
  report.report([...path, "every"], "definition/cron", { cron: every });
  return undefined;
}

/** Whether a cron expression can be read, and names a time that there is: never is February 30. */
function comesRound({ cron, zone }: Schedule): boolean {
  const isCron = cron.split(/\s+/).length === FIELDS || NICKNAME.test(cron);
  if (!isCron || cron.length > LONGEST) return false;
  try {
    return nextRun({ cron, zone }, 0) !== undefined;
  } catch {
    return false;
  }
}

const FIELDS = 5;
const LONGEST = 200;
const NICKNAME = /^@[a-z]+$/i;

/** The first instant of a schedule after another one, in milliseconds since 1970; undefined where there is none. */
export function nextRun(schedule: Pick<Schedule, "cron" | "zone">, after: number): number | undefined {
  const clock = clockOf(schedule);
  const { latest } = clock;
  if (latest !== undefined && latest.after <= after && after < latest.next) return latest.next;
  const next = clock.cron.nextRun(new Date(after))?.getTime();
  if (next !== undefined) clock.latest = { after, next };
  return next;
}

interface Clock {
  readonly cron: Cron;
  /** The answer given last: the same at any instant between the two. */
  latest?: { readonly after: number; readonly next: number };
}

/** Read once for each schedule: a worker asks again every half a minute. */
const clockOf = memo(
  ({ cron, zone }: Pick<Schedule, "cron" | "zone">): Clock => ({
    cron: new Cron(cron, { ...RULES, timezone: zone }),
  }),
);

/** Times of day run once a day each, also those that the clocks skip or repeat; a wildcard or a step runs all along. */
const RULES = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;
