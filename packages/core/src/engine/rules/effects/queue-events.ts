import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { RuleDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/row-change.ts";
import { eventOrderTable } from "../../engine-tables/event-order-table.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";
import type { RenderedEffect } from "./rendered-effect.ts";

/**
 * Renders an effect for each change and puts it into the outbox; answers the ids of the events, in the same order. `render`
 * answers one effect for each change.
 */
export async function queueEvents(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  changes: readonly RowChange[],
  render: () => Promise<Outcome<readonly RenderedEffect[]>>,
): Promise<Outcome<readonly string[]>> {
  if (!call.events.take(changes.length)) {
    const [{ position = 1 } = {}] = changes;
    const error = diagnose("limit/events", { limit: call.events.limit }, { row: position });
    return { output: undefined, diagnostics: [error] };
  }
  const { output: effects, diagnostics } = await render();
  if (effects === undefined) return { output: undefined, diagnostics };
  const events = effects.map(({ payload, lane }) => ({
    event: { id: call.newId(), rule: rule.name, payload, createdAt: call.startedAt },
    lane,
  }));
  await transaction.appendEvents(events.map(({ event }) => event));
  const ordered = events.flatMap(({ event, lane }) => (lane === undefined ? [] : [[event.id, lane]]));
  if (ordered.length > 0) await transaction.insert(eventOrderTable.name, ordered);
  return { output: events.map(({ event }) => event.id), diagnostics: [] };
}
