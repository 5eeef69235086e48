import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";

/**
 * Renders an effect for each change and puts it into the outbox; answers the ids of the events, in the same order. What
 * `render` answers is one payload for each change, as JSON.
 */
export async function queueEvents(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  changes: readonly RowChange[],
  render: () => Promise<Outcome<readonly string[]>>,
): Promise<Outcome<readonly string[]>> {
  if (!call.events.take(changes.length)) {
    const [{ position = 1 } = {}] = changes;
    const error = diagnose("limit/events", { limit: call.events.limit }, { row: position });
    return { output: undefined, diagnostics: [error] };
  }
  const { output: payloads, diagnostics } = await render();
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
