import { cacheSizes, outboxState } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { CallLoad, CallReport } from "@tablewright/http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ShadowState } from "../past/follow-by-shadow.ts";

/** What Prometheus reads of one server. */
export interface Metrics {
  /** Counts a request that was answered. */
  count(report: CallReport): void;
  /** The same store, whose transactions are timed. */
  measure(app: string, store: Store): Store;
  /** Looks at this state from now on, whenever it is read. */
  watch(state: MeasuredState): void;
  /** The text of a scrape. */
  write(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of calls, stores and the process, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    count: callMetrics(registry),
    measure: measureStore(registry),
    watch: (state) => stateMetrics(registry, state),
    write: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Makes the same store of a store, whose transactions are timed, with what the engine does within them. */
function measureStore(registry: Registry): (app: string, store: Store) => Store {
  const seconds = new Histogram({
    name: "tablewright_store_seconds",
    help: "Transactions of a store, with what the engine does within them.",
    labelNames: ["app", "kind"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return (app, store) => {
    const timed = async <T>(kind: string, transaction: Promise<T>) => {
      const end = seconds.startTimer({ app, kind });
      try {
        return await transaction;
      } finally {
        end();
      }
    };
    return {
      ...store,
      read: (work, use) => timed("read", store.read(work, use)),
      write: (work, use) => timed("write", store.write(work, use)),
    };
  };
}

/**
 * Counts what was answered. Every label is a name of the definition, of a route, or a code of ours, so callers cannot make more
 * series than there are of these: what they sent besides them is a blank label.
 */
function callMetrics(registry: Registry): (report: CallReport) => void {
  const registers = [registry];
  const calls = new Counter({
    name: "tablewright_calls_total",
    help: "Calls that were answered.",
    labelNames: ["app", "table", "action", "status", "code"],
    registers,
  });
  const seconds = new Histogram({
    name: "tablewright_call_seconds",
    help: "From the head of a call to the end of its answer.",
    labelNames: ["app", "action"],
    buckets: BUCKETS,
    registers,
  });
  const rows = new Counter({
    name: "tablewright_rows_total",
    help: "Rows that calls brought (sent), and rows that they were answered.",
    labelNames: ["app", "table", "direction"],
    registers,
  });
  const fuel = new Counter({
    name: "tablewright_fuel_total",
    help: "Steps of their budgets that calls have spent on expressions.",
    labelNames: ["app", "table", "action"],
    registers,
  });
  const requests = new Counter({
    name: "tablewright_requests_total",
    help: "Requests on every route, calls among them.",
    labelNames: ["route", "status"],
    registers,
  });
  return (report) => {
    const { route = "", app = "", table = "", action = "", status, code = "", milliseconds } = report;
    requests.inc({ route, status });
    if (table === "" && action === "" && code === "") return;
    calls.inc({ app, table, action, status, code });
    seconds.observe({ app, action }, milliseconds / 1_000);
    if (report.fuel) fuel.inc({ app, table, action }, report.fuel);
    if (report.rowsSent) rows.inc({ app, table, direction: "sent" }, report.rowsSent);
    if (report.rows) rows.inc({ app, table, direction: "answered" }, report.rows);
  };
}

/** Seconds: a small call takes about one thousandth, the longest a few. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is looked at when metrics are read. */
interface MeasuredState {
  load(): CallLoad;
  readonly stores: readonly { readonly app: string; readonly store: Store }[];
  /** How far a shadow is, if there is to be one; undefined until it is started. */
  shadowState?(): ShadowState | undefined;
}

/** Queue, connections and outbox at the time of a scrape; a store that cannot be asked has no line. */
export function stateMetrics(registry: Registry, { load, stores, shadowState }: MeasuredState): void {
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
  if (shadowState !== undefined) shadowMetrics(gauge, shadowState);
}

/** A value that is not known yet has no line. */
function shadowMetrics(gauge: MakeGauge, state: () => ShadowState | undefined): void {
  const watch = (name: string, help: string, read: (state: ShadowState) => number | undefined) =>
    gauge(`shadow_${name}`, help, [], (one) => {
      const now = state();
      const value = now && read(now);
      if (value === undefined) one.remove();
      else one.set(value);
    });
  watch("up", "1 while a shadow follows the calls, else 0.", ({ isUp }) => Number(isUp));
  watch("compared", "Calls that the shadow has compared.", ({ compared }) => compared);
  watch("differing", "Calls that come to something else by the shadow.", ({ differing }) => differing);
  watch(
    "behind_seconds",
    "Age of the calls that the shadow looks at.",
    ({ followedUntil }) => followedUntil && Math.max(0, (Date.now() - followedUntil) / 1_000),
  );
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
      const state = await store.read(outboxState).catch(() => undefined);
      for (const one of [waiting, age, failed]) one.remove({ app });
      if (state === undefined) continue;
      const { oldestWaiting = Date.now() } = state;
      waiting.set({ app }, state.waiting);
      age.set({ app }, Math.max(0, (Date.now() - oldestWaiting) / 1_000));
      failed.set({ app }, state.failed);
    }
  }
}
