import type { Store } from "@tablewright/core/storage";
import type { CallReport } from "@tablewright/http";
import { collectDefaultMetrics, Registry } from "prom-client";
import { callMetrics } from "./call-metrics.ts";
import { measureStore } from "./measure-store.ts";
import { type MeasuredState, stateMetrics } from "./state-metrics.ts";

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
