import { type Diagnostic, present } from "../../../diagnostics/index.ts";
import { keyOf, writeJson } from "../../../expression/parts.ts";
import type {
  AppDefinition,
  EffectStep,
  RuleDefinition,
  StoredColumnDefinition,
  TableDefinition,
  Template,
} from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import { columnRightsOf, readsHidden } from "../../access/column-rights.ts";
import type { Call } from "../../calls/call.ts";
import { changeKindOf, imageOf } from "../../calls/change-log.ts";
import type { Result } from "../../calls/result.ts";
import { isSameValue } from "../../cells/evaluate-cell.ts";
import type {
  CallEvent,
  ColumnMember,
  EvaluationEvent,
  OutboxEntry,
  Role,
  TriedRule,
  WriteEvent,
} from "../call-recorder.ts";
import type { TraceStep } from "../call-trace.ts";

/** A step whose own steps are still being added. */
type OpenStep = TraceStep & { readonly steps: TraceStep[] };

/**
 * What a change did, row by row, then rule by rule: what a rule led to is below it. Errors are at their rows.
 */
export function changeSteps(
  app: AppDefinition,
  events: readonly CallEvent[],
  result: Result,
  call: Call | undefined,
): readonly TraceStep[] {
  const steps: TraceStep[] = [];
  /** The steps of the call, or of the rule that is at work. */
  let section: TraceStep[] = steps;
  let rows = new Map<string, OpenStep>();
  const ofCall = rows;
  let conditions: EvaluationEvent[] = [];
  for (const event of events) take(event);
  section = steps;
  rows = ofCall;
  for (const error of result.ok ? result.warnings : result.diagnostics) report(error);
  return [...steps, ...untriedRules(app, events, call)];

  function take(event: CallEvent): void {
    switch (event.kind) {
      case "evaluation":
        if (event.role.of === "rule" || event.role.of === "slice") conditions.push(event);
        else rowOf(event.table.name, event.position, event.key).steps.push(evaluationStep(event));
        break;
      case "rule": {
        const led: TraceStep[] = [];
        steps.push(ruleStep(event, conditions, led));
        conditions = [];
        section = led;
        rows = new Map();
        break;
      }
      case "write": {
        const step = writeStep(call, event);
        rowOf(event.table.name, undefined, step.key ?? "").steps.push(step);
        break;
      }
      case "outbox":
        for (const step of outboxSteps(event, call)) section.push(step);
    }
  }

  function report({ severity, message, row, column, key }: Diagnostic): void {
    const step: TraceStep = {
      about: severity,
      text: `${severity === "error" ? "refused" : "warning"}: ${message}`,
      ...present({ row, column, key }),
    };
    const about = [...rows.values()].find((open) => row !== undefined && open.row === row);
    (about?.steps ?? steps).push(step);
  }

  /** The step of a row, which is known by its place in the request until it has a key. */
  function rowOf(table: string, position: number | undefined, key: string): OpenStep {
    const existing = [...rows.values()].find(
      (open) => open.table === table && (position === undefined ? open.key === key : open.row === position),
    );
    if (existing !== undefined) return withKey(existing, key);
    const open: OpenStep = {
      about: "row",
      text: textOfRow(table, position, key),
      table,
      ...present({ row: position, key: key === "" ? undefined : key }),
      steps: [],
    };
    rows.set(`${rows.size}`, open);
    section.push(open);
    return open;
  }

  /** A new row may get its key by the way. */
  function withKey(open: OpenStep, key: string): OpenStep {
    if (open.key !== undefined || key === "" || open.table === undefined) return open;
    return Object.assign(open, { key, text: textOfRow(open.table, open.row, key) });
  }
}

function textOfRow(table: string, position: number | undefined, key: string): string {
  const named = key === "" ? "" : ` "${key}"`;
  return position === undefined
    ? `row${named} of "${table}"`
    : `row ${position} of the call:${named} of "${table}"`;
}

/** The rules that nothing was tried on, because no row that they are about was changed in the way that they wait for. */
function untriedRules(
  { rules }: AppDefinition,
  events: readonly CallEvent[],
  call: Call | undefined,
): readonly TraceStep[] {
  const tried = new Set(events.flatMap((event) => (event.kind === "rule" ? [event.rule] : [])));
  if (!events.some(({ kind }) => kind === "write")) return [];
  return [...rules.values()]
    .filter((rule) => !tried.has(rule))
    .filter(({ table, condition }) => !(call && condition && readsHidden(call, table, condition)))
    .map((rule) => ({
      about: "rule",
      text: `the rule "${rule.name}" was not tried: it ${whenOf(rule)}`,
      name: rule.name,
      isMet: false,
    }));
}

function whenOf({ schedule, on, table }: RuleDefinition): string {
  if (schedule !== undefined) return `runs by the clock, every "${schedule.cron}"`;
  return `waits for ${[...on].join(", ")} in "${table.name}"`;
}

/**
 * What was queued, as it was rendered: a webhook by its method and address, a mail by whom it goes to. Of a rule whose
 * templates read cells that the caller may not read only its name is shown, and nothing where its condition reads such cells.
 */
function outboxSteps({ event }: OutboxEntry, call: Call | undefined): readonly TraceStep[] {
  const rule = call?.app.rules.get(event.rule);
  if (call && rule && columnRightsOf(call) !== undefined) {
    const { table, condition, steps } = rule;
    if (condition && readsHidden(call, table, condition)) return [];
    if (steps.some((step) => "effect" in step && leavesHidden(call, table, step)))
      return [{ about: "event", text: `queued: an event of the rule "${event.rule}"`, name: event.rule }];
  }
  const payload: Queued = JSON.parse(event.payload);
  const { method, url, body, to, subject } = payload;
  const what =
    url === undefined
      ? `a mail to ${to}, "${subject}"`
      : `${method} ${url}${body === undefined ? "" : ` with ${body}`}`;
  return [{ about: "event", text: `queued: ${what}`, name: event.rule }];
}

/** Whether a step may send cells that the caller may not read; a webhook without a body sends the whole row. */
function leavesHidden(call: Call, table: TableDefinition, { kind, effect }: EffectStep): boolean {
  if (kind === "webhook" && effect.body === undefined) return true;
  const parts = Object.values({ ...effect } as Record<string, unknown>).flatMap((of) =>
    of instanceof Map ? [...of.values()] : [of],
  );
  return parts.filter(Array.isArray).some((template) => showsHidden(call, table, template));
}

/** Whether a template may show cells that the caller may not read; of lists of rows, also in attachments, it is not looked up. */
function showsHidden(call: Call, table: TableDefinition, parts: Template): boolean {
  return parts.some((part) => {
    if (part.kind === "text" || part.kind === "variable") return false;
    if (part.kind === "value") return readsHidden(call, table, part.expression);
    if (part.kind !== "choice") return true;
    return (
      readsHidden(call, table, part.condition) ||
      showsHidden(call, table, part.parts) ||
      showsHidden(call, table, part.otherwise)
    );
  });
}

interface Queued {
  readonly method?: string;
  readonly url?: string;
  readonly body?: string;
  readonly to?: string;
  readonly subject?: string;
}

/** Rows of a rule that are shown. */
const MOST_ROWS = 20;

/** A rule and the changes that it was tried on: whether each met it, and how its conditions came out. `led` is what it led to. */
function ruleStep(
  { rule, matches, chain }: TriedRule,
  conditions: readonly EvaluationEvent[],
  led: TraceStep[],
): TraceStep {
  const { name, table } = rule;
  const isMet = matches.some((match) => match.isMet);
  for (const match of matches.slice(0, MOST_ROWS)) {
    const key = String(keyOf(imageOf(match.change), table.scope) ?? "");
    const { position } = match.change;
    const about = { about: "row", table: table.name, row: position, key, isMet: match.isMet } as const;
    const change = `${changeKindOf(match.change)} of "${key}"`;
    const steps = conditions
      .filter((one) => one.key === key && one.position === position)
      .map((one) => evaluationStep(one));
    led.push({ ...about, text: `the ${change} ${match.isMet ? "meets it" : "does not meet it"}`, steps });
  }
  const [writer] = chain.slice(-1);
  const written = writer === undefined ? "" : ` by what "${writer.name}" wrote`;
  const text = `the rule "${name}" ${isMet ? "was met" : "was not met"}${written}`;
  return { about: "rule", text, table: table.name, name, isMet, steps: led };
}

/** What was written to a row; of sensitive columns only that they changed, and of those that the caller does not read nothing. */
function writeStep(call: Call | undefined, { table, before, after }: WriteEvent): TraceStep {
  const key = String(keyOf((after ?? before) as Row, table.scope) ?? "");
  const about = { about: "write", table: table.name, key } as const;
  if (after === undefined) return { ...about, text: `deleted from "${table.name}"` };
  if (before === undefined) return { ...about, text: `added to "${table.name}"` };
  const rights = call && columnRightsOf(call);
  const columns = table.storedColumns.filter((column) => rights?.stateOf(column) === undefined);
  const changes = columns.flatMap((column) => changeOf(column, before, after) ?? []);
  const text = changes.length === 0 ? "saved unchanged" : `written: ${changes.join(", ")}`;
  return { ...about, text };
}

function changeOf(
  { name, index, type, options }: StoredColumnDefinition,
  before: Row,
  after: Row,
): string | undefined {
  const [old, now] = [before[index] ?? null, after[index] ?? null];
  if (isSameValue(old, now)) return undefined;
  if (options.sensitive) return `"${name}" changed`;
  const [from, to] = [old, now].map((value) => JSON.stringify(writeJson(value, type)));
  return `"${name}" from ${from} to ${to}`;
}

/** What an evaluation of an expression of the definition decided. */
function evaluationStep({ role, table, position, key, isMet, trace }: EvaluationEvent): TraceStep {
  return {
    ...wordsOf(role, isMet === true),
    table: table.name,
    ...present({ row: position, key: key === "" ? undefined : key, isMet }),
    trace,
  };
}

function wordsOf(role: Role, isMet: boolean): Pick<TraceStep, "about" | "text" | "column" | "name"> {
  switch (role.of) {
    case "column": {
      const { name } = role.column;
      return { about: role.member, text: MEMBERS[role.member](name, isMet), column: name };
    }
    case "action": {
      const { name } = role.action;
      if (role.member === "rows") return { about: "action", text: `the rows that "${name}" acts on`, name };
      const outcome = isMet ? "is TRUE" : "is not TRUE: the row is skipped";
      return { about: "action", text: `the condition of the action "${name}" ${outcome}`, name };
    }
    case "assignment": {
      const { action, column } = role;
      const text = `"${column.name}" as the action "${action.name}" sets it`;
      return { about: "assignment", text, column: column.name, name: action.name };
    }
    case "slice": {
      const { name } = role.slice;
      return { about: "sliceFilter", text: `the filter of "${name}" is ${isMet ? "" : "not "}TRUE`, name };
    }
    case "rule":
      return {
        about: "condition",
        text: `the condition is ${isMet ? "" : "not "}TRUE`,
        name: role.rule.name,
      };
  }
}

const MEMBERS: Readonly<Record<ColumnMember, (column: string, isMet: boolean) => string>> = {
  initialValue: (column) => `the initial value of "${column}"`,
  formula: (column) => `the formula of "${column}"`,
  requiredIf: (column, isMet) =>
    `Required_If of "${column}" ${isMet ? "is TRUE: it must not be" : "is not TRUE: it may be"} blank`,
  validIf: (column, isMet) => `Valid_If of "${column}" ${isMet ? "takes the value" : "refuses the value"}`,
};
