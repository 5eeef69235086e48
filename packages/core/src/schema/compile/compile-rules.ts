import { Cron } from "croner";
import { zoneOf } from "../../values/index.ts";
import { checkNames, checkOneOf } from "../../yaml/check-names.ts";
import { compileExpression } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type {
  AttachmentDefinition,
  EmailDefinition,
  RuleDefinition,
  RuleStep,
  Schedule,
  SliceDefinition,
} from "../app/app-definition.ts";
import { findAction } from "../draft/draft-actions.ts";
import { findColumn, findTable } from "../draft/find-names.ts";
import type { DefinitionShape, RuleShape } from "../text/definition-shape.ts";
import { type CompilingInApp, compileNamedRows } from "./compile-actions.ts";
import { compileTemplate, type TemplateKind } from "./compile-template.ts";
import { compileCallStep, compileWebhook } from "./compile-webhook.ts";
import { inRowOf } from "./scope-of-definition.ts";

type StepShape = RuleShape["steps"][number];
type EmailShape = NonNullable<StepShape["email"]>;
type AttachmentShape = NonNullable<EmailShape["attach"]>[number];

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
function clockOf(schedule: Pick<Schedule, "cron" | "zone">): Clock {
  const { cron, zone } = schedule;
  const clock = clocks.get(schedule) ?? { cron: new Cron(cron, { ...RULES, timezone: zone }) };
  clocks.set(schedule, clock);
  return clock;
}

const clocks = new WeakMap<object, Clock>();

/** Times of day run once a day each, also those that the clocks skip or repeat; a wildcard or a step runs all along. */
const RULES = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;

type AddressMember = "to" | "cc" | "bcc" | "from" | "replyTo";

/** A mail with its templates compiled in the scope of the rule's row. */
function compileEmail(compiling: CompilingInApp, path: Path, shape: EmailShape): EmailDefinition {
  const { report } = compiling;
  const compile = (member: keyof EmailShape, text: string, kind?: TemplateKind) =>
    compileTemplate(compiling, [...path, member], text, kind);
  if (shape.body === undefined && shape.html === undefined)
    report.report(path, "definition/missing-member", { name: "body" }, "name");
  const address = (member: AddressMember, text: string) => {
    const expected = "an e-mail address";
    if (!text.includes("@") && !text.includes("<<"))
      report.report([...path, member], "definition/wrong-value", { actual: JSON.stringify(text), expected });
    return compile(member, text);
  };
  const optional = (member: AddressMember) => {
    const text = shape[member];
    return text === undefined ? undefined : address(member, text);
  };
  return {
    to: address("to", shape.to),
    cc: optional("cc"),
    bcc: optional("bcc"),
    from: optional("from"),
    replyTo: optional("replyTo"),
    subject: compile("subject", shape.subject, "body"),
    body: shape.body === undefined ? undefined : compile("body", shape.body, "body"),
    html: shape.html === undefined ? undefined : compile("html", shape.html, "html"),
    attachments: (shape.attach ?? []).flatMap(
      (attachment, at) => compileAttachment(compiling, [...path, "attach", at], attachment) ?? [],
    ),
    isInOrder: shape.inOrder !== undefined,
  };
}

function compileAttachment(
  compiling: CompilingInApp,
  path: Path,
  { name, table: tableName, rows: source, columns: names }: AttachmentShape,
): AttachmentDefinition | undefined {
  const { report, scope, tables } = compiling;
  const compiledName = compileTemplate(compiling, [...path, "name"], name);
  const target = findTable(report, [...path, "table"], scope.tables.values(), tableName);
  if (target === undefined) return undefined;
  const rows = compileNamedRows(compiling, [...path, "rows"], source, target);
  const table = tables.get(target.name);
  if (table === undefined) return undefined;
  const columns =
    names?.flatMap((one, at) => findColumn(report, [...path, "columns", at], table, one) ?? []) ??
    table.columns.filter(({ options }) => !options.sensitive);
  return rows && { name: compiledName, table, rows, columns };
}
