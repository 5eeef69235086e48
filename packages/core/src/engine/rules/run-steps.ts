import type { Diagnostic } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import { actionNamed } from "../actions/action-named.ts";
import { applyAction } from "../actions/apply-action.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import { imageOf, type RowChange } from "../calls/row-change.ts";
import { reloadRows } from "../stages/stored-rows/reload-rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { queueEvents } from "./effects/queue-events.ts";
import { renderEmails } from "./effects/render-emails.ts";
import { renderWebhooks } from "./effects/render-webhooks.ts";

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
    const own = onTable(call, rule.table);
    const queued = await queueEvents(call, transaction, rule, changes, async () =>
      step.kind === "webhook"
        ? batchLoad(own, transaction, () => renderWebhooks(own, rule, step.webhook, changes))
        : renderEmails(own, transaction, rule, step.email, changes),
    );
    if (queued.output === undefined) return { events, diagnostics: queued.diagnostics };
    for (const [index, change] of changes.entries()) {
      events.set(change, [...(events.get(change) ?? []), queued.output[index] ?? ""]);
    }
  }
  return { events, diagnostics: [] };
}
