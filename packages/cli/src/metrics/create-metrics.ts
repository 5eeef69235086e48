import type { Store } from "@tablewright/core/storage";
import type { CallReport } from "@tablewright/http";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { callMetrics } from "./call-metrics.ts";
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
