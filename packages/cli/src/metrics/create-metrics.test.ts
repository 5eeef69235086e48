/** What is looked at when metrics are read: each gauge says what there is at that moment. */
import type { Store } from "@tablewright/core/storage";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { stateMetrics } from "./create-metrics.ts";

function registryOf(store: Partial<Store>, load = { working: 0, waiting: 0, bodyBytes: 0 }): Registry {
  const registry = new Registry();
  stateMetrics(registry, { load: () => load, stores: [{ app: "shop", store: store as Store }] });
  return registry;
}

const outbox = (state: object | undefined): Partial<Store> => ({
  read: async () => state as never,
});

test("calls, connections and statements, as they are at each reading", async () => {
  const load = { working: 3, waiting: 2, bodyBytes: 1_024 };
  let idle = 4;
  const connections = () => ({ open: 5, idle, waiting: 1 });
  const registry = registryOf({ ...outbox(undefined), connections, statements: () => 7 }, load);
  const linesOf = async () => (await registry.metrics()).split("\n");
  expect(await linesOf()).toEqual(
    expect.arrayContaining([
      "tablewright_calls_working 3",
      "tablewright_calls_waiting 2",
      "tablewright_body_bytes 1024",
      'tablewright_store_connections{app="shop",state="open"} 5',
      'tablewright_store_connections{app="shop",state="idle"} 4',
      'tablewright_store_connections{app="shop",state="waiting"} 1',
      'tablewright_cache_entries{app="shop",cache="statements"} 7',
    ]),
  );
  idle = 0;
  expect(await linesOf()).toContain('tablewright_store_connections{app="shop",state="idle"} 0');
});

test("the outbox, and how old its oldest event is", async () => {
  const oldestWaiting = Date.now() - 90_000;
  const registry = registryOf(outbox({ waiting: 12, oldestWaiting, failed: 3 }));
  const text = await registry.metrics();
  expect(text).toContain('tablewright_outbox_waiting{app="shop"} 12');
  expect(text).toContain('tablewright_outbox_failed{app="shop"} 3');
  const [, age] = /^tablewright_outbox_oldest_seconds\{app="shop"\} (\S+)$/mu.exec(text) ?? [];
  expect(Math.floor(Number(age) / 10)).toBe(9);
});

test("a store that cannot be asked has no line, and the others stay", async () => {
  const registry = registryOf({ read: () => Promise.reject(new Error("away")) });
  const text = await registry.metrics();
  expect(text).not.toContain("tablewright_outbox_waiting{");
  expect(text).not.toContain("tablewright_store_connections{");
  expect(text).toContain("tablewright_calls_working 0");
});
