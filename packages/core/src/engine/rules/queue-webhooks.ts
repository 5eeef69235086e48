import { DiagnosticList, diagnose, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { RuleDefinition, WebhookDefinition } from "../../schema/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";
import { onTable } from "../calls/on-table.ts";
import { renderWebhook } from "./render-webhook.ts";

/** Renders a webhook for each change and puts it into the outbox; answers the ids of the events, in the same order. */
export async function queueWebhooks(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly string[]>> {
  if (!call.events.take(changes.length)) {
    const [{ position = 1 } = {}] = changes;
    const error = diagnose("limit/events", { limit: call.events.limit }, { row: position });
    return { output: undefined, diagnostics: [error] };
  }
  const own = onTable(call, rule.table);
  const rendered = await batchLoad(own, transaction, () => renderWebhooks(own, rule, webhook, changes));
  const { output: payloads, diagnostics } = rendered;
  if (payloads === undefined) return { output: undefined, diagnostics };
  const events = payloads.map((payload) => ({
    id: call.newId(),
    rule: rule.name,
    payload,
    createdAt: call.startedAt,
  }));
  await transaction.appendEvents(events);
  return { output: events.map(({ id }) => id), diagnostics: [] };
}

function* renderWebhooks(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Steps<Outcome<readonly string[]>> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList();
  const payloads: string[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* renderWebhook(call, rule, webhook, change);
    found.addAll(diagnostics);
    payloads.push(JSON.stringify(output));
    if (turn.isOver) yield;
  }
  return { output: hasErrors(found.all) ? undefined : payloads, diagnostics: found.all };
}
