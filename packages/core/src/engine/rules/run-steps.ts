import { type Diagnostic, DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { EffectStep, RuleDefinition } from "../../schema/index.ts";
import { applyAction } from "../actions/apply-action.ts";
import { actionNamed } from "../actions/inputs-of-action.ts";
import { type Call, onTable } from "../calls/call.ts";
import { type CallTransaction, imageOf, type RowChange } from "../calls/change-log.ts";
import { eventOrderTable } from "../engine-tables/engine-table.ts";
import { appendEvents } from "../engine-tables/outbox.ts";
import { reloadRows } from "../stages/load-rows.ts";
import { renderEmails } from "./effects/render-email.ts";
import { renderWebhooks } from "./effects/render-webhook.ts";
import type { RenderedEffect } from "./effects/rendered-effect.ts";

/** The ids of the events that each change led to, and what went wrong. */
export interface StepsRun {
  readonly events: ReadonlyMap<RowChange, readonly string[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes the steps of a rule in order, each for all rows that met it. An action works on the rows as they now are, and on
 * deleted ones as they last were; a webhook or a mail tells of the change as it was met.
 */
export async function runSteps(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  changes: readonly RowChange[],
): Promise<StepsRun> {
  const events = new Map<RowChange, readonly string[]>();
  const met = changes.map((change) => ({ row: imageOf(change), position: change.position }));
  for (const step of rule.steps) {
    if (step.kind === "action") {
      const rows = await reloadRows(rule.table, transaction, met);
      const { diagnostics } = await applyAction(call, transaction, actionNamed(call.app, step.action), rows);
      if (diagnostics.length > 0) return { events, diagnostics };
      continue;
    }
    if (step.kind === "refuse") {
      const errors = new DiagnosticList();
      for (const { position } of met)
        errors.add(diagnose("workflow/stopped", { message: step.message }, { row: position }));
      return { events, diagnostics: errors.all };
    }
    const own = onTable(call, rule.table);
    const render = EFFECTS[step.kind] as RenderEffects<EffectStep["effect"]>;
    const queued = await queueEvents(call, transaction, rule, changes, () =>
      render(own, transaction, rule, step.effect, changes),
    );
    if (queued.output === undefined) return { events, diagnostics: queued.diagnostics };
    for (const [index, change] of changes.entries()) {
      events.set(change, [...(events.get(change) ?? []), queued.output[index] ?? ""]);
    }
  }
  return { events, diagnostics: [] };
}

/** The effects of one step, one for each change. */
type RenderEffects<Effect> = (
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  effect: Effect,
  changes: readonly RowChange[],
) => Promise<Outcome<readonly RenderedEffect[]>>;

/** How the effects of every kind are rendered, one line each. */
const EFFECTS: {
  readonly [K in EffectStep["kind"]]: RenderEffects<Extract<EffectStep, { readonly kind: K }>["effect"]>;
} = {
  webhook: renderWebhooks,
  email: renderEmails,
};

/**
 * Renders an effect for each change and puts it into the outbox; answers the ids of the events, in the same order. `render`
 * answers one effect for each change.
 */
async function queueEvents(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  changes: readonly RowChange[],
  render: () => Promise<Outcome<readonly RenderedEffect[]>>,
): Promise<Outcome<readonly string[]>> {
  if (!call.limits.events.take(changes.length)) {
    const [{ position = 1 } = {}] = changes;
    const error = diagnose("limit/events", { limit: call.limits.events.limit }, { row: position });
    return { output: undefined, diagnostics: [error] };
  }
  const { output: effects, diagnostics } = await render();
  if (effects === undefined) return { output: undefined, diagnostics };
  const events = effects.map(({ payload, lane }) => ({
    event: { id: call.newId(), rule: rule.name, payload, createdAt: call.startedAt },
    lane,
  }));
  await appendEvents(
    transaction,
    events.map(({ event }) => event),
  );
  for (const { event } of events) transaction.events.push(event);
  const ordered = events.flatMap(({ event, lane }) => (lane === undefined ? [] : [[event.id, lane]]));
  if (ordered.length > 0) await transaction.insert(eventOrderTable.name, ordered);
  return { output: events.map(({ event }) => event.id), diagnostics: [] };
}
