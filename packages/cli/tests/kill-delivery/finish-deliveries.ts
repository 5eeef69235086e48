import { setTimeout as wait } from "node:timers/promises";
import { createEngine, type Engine, type WebhookCall } from "@tablewright/core";
import { nodeSend, startDelivery, systemClock } from "@tablewright/delivery";
import { systemServices } from "../../src/platform.ts";
import { openStore } from "../../src/stores/open-store.ts";
import { loadHooks, SECRET } from "./hook-application.ts";
import type { Deliveries } from "./judge-deliveries.ts";

/**
 * Delivers what is left in an outbox by a worker whose clock is so many milliseconds ahead, and answers what is stored then.
 * What still waits after three minutes is left.
 */
export async function finishDeliveries(
  address: string,
  receiver: string,
  ahead: number,
): Promise<Pick<Deliveries, "stored" | "events">> {
  const store = await openStore(address);
  const engine = await createEngine({ definition: loadHooks(receiver), store, services: systemServices });
  const delivery = startDelivery({
    store,
    clock: { ...systemClock, now: () => Date.now() + ahead },
    random: Math.random,
    secrets: () => SECRET,
    send: nodeSend({ allows: () => true }),
  });
  try {
    const end = Date.now() + LONGEST;
    let events = await eventsOf(engine);
    while (events.some(({ state }) => state === "waiting") && Date.now() < end) {
      await wait(100);
      events = await eventsOf(engine);
    }
    const orders = await engine.find("Orders");
    if (!orders.ok) throw new Error(JSON.stringify(orders.diagnostics));
    return { stored: new Set(orders.rows.map(({ Order }) => String(Order))), events };
  } finally {
    await delivery.stop();
    await engine.close();
  }
}

async function eventsOf(engine: Engine): Promise<Deliveries["events"]> {
  const events = await engine.listEvents({ limit: Number.MAX_SAFE_INTEGER });
  return events.map(({ id, state, payload }) => {
    const { order } = JSON.parse((payload as WebhookCall).body ?? "") as { order: string };
    return { id, state, order };
  });
}

/** Milliseconds; the claim of a worker that was killed ends after a minute. */
const LONGEST = 180_000;
