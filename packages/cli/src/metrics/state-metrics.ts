import { cacheSizes } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { CallLoad } from "@tablewright/http";
import { Gauge, type Registry } from "prom-client";

/** What is looked at when metrics are read. */
export interface MeasuredState {
  load(): CallLoad;
  readonly stores: readonly { readonly app: string; readonly store: Store }[];
}

/** Queue, connections and outbox as they stand at a scrape; of a store that cannot be asked there is no line. */
export function stateMetrics(registry: Registry, { load, stores }: MeasuredState): void {
  const registers = [registry];
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (gauge: Gauge) => unknown,
  ) =>
    new Gauge({
      name: `tablewright_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        await collect(this);
      },
    });
  gauge("calls_working", "Calls that are carried out or whose answers are sent.", [], (one) =>
    one.set(load().working),
  );
  gauge("calls_waiting", "Calls that wait for a place among those of their key.", [], (one) =>
    one.set(load().waiting),
  );
  gauge("body_bytes", "Bytes of bodies that are held.", [], (one) => one.set(load().bodyBytes));
  gauge("store_connections", "Connections to the database.", ["app", "state"], (one) => {
    for (const { app, store } of stores)
      for (const [state, count] of Object.entries(store.connections?.() ?? {}))
        one.set({ app, state }, count);
  });
  gauge("cache_entries", "What is kept because it may be asked for again.", ["app", "cache"], (one) => {
    for (const [cache, entries] of Object.entries(cacheSizes())) one.set({ app: "", cache }, entries);
    for (const { app, store } of stores) {
      const entries = store.statements?.();
      if (entries !== undefined) one.set({ app, cache: "statements" }, entries);
    }
  });
  outboxMetrics(gauge, stores);
}

type MakeGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (gauge: Gauge) => unknown,
) => Gauge;

/** Every outbox is read once for a scrape, whichever of these gauges is collected first. */
function outboxMetrics(gauge: MakeGauge, stores: MeasuredState["stores"]): void {
  let reading: Promise<void> | undefined;
  const collect = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const waiting = gauge("outbox_waiting", "Events that wait to be sent.", ["app"], collect);
  const age = gauge("outbox_oldest_seconds", "Age of the oldest event that waits.", ["app"], collect);
  const failed = gauge("outbox_failed", "Events not tried again, also those given up.", ["app"], collect);
  async function read() {
    for (const { app, store } of stores) {
      const state = await store.read(async (one) => one.outboxState?.()).catch(() => undefined);
      for (const one of [waiting, age, failed]) one.remove({ app });
      if (state === undefined) continue;
      const { oldestWaiting = Date.now() } = state;
      waiting.set({ app }, state.waiting);
      age.set({ app }, Math.max(0, (Date.now() - oldestWaiting) / 1_000));
      failed.set({ app }, state.failed);
    }
  }
}
