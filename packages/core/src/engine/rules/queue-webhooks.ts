import { DiagnosticList, diagnose, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { RuleDefinition, WebhookDefinition } from "../../schema/index.ts";
import { gather } from "../batch-loading/gather.ts";
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
    const mistake = diagnose("limit/events", { limit: call.events.limit }, { row: position });
    return { output: undefined, diagnostics: [mistake] };
  }
  const own = onTable(call, rule.table);
  const { turn } = call.request.meter;
  const rendered = await gather(own, transaction, function* () {
    const found = new DiagnosticList();
    const payloads: string[] = [];
    for (const change of changes) {
      const one = yield* renderWebhook(own, rule, webhook, change);
      found.addAll(one.diagnostics);
      payloads.push(JSON.stringify(one.output));
      if (turn.isOver) yield;
    }
    return { payloads, diagnostics: found.all };
  });
  const { payloads, diagnostics } = rendered;
  if (hasErrors(diagnostics)) return { output: undefined, diagnostics };
  const events = payloads.map((payload) => ({
    id: call.newId(),
    rule: rule.name,
    payload,
    createdAt: call.startedAt,
  }));
  await transaction.appendEvents(events);
  return { output: events.map(({ id }) => id), diagnostics: [] };
}
