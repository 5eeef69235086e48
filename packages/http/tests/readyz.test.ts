/** Whether the server says that it is ready only when calls can be carried out. */
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { afterEach, describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { fakeEngine } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const orders = fakeEngine({ id: "orders" });
  const stock = fakeEngine({ id: "stock" });
  const server = serve({ engines: [orders, stock] });

  const ready = async (asked = server) => {
    const { status, json } = await call(asked, { url: "/readyz", method: "GET", body: undefined, key: null });
    return [status, json];
  };

  afterEach(() => {
    for (const engine of [orders, stock]) engine.check = async () => {};
  });

  test("ready when every store answers", async () => {
    expect(await ready()).toEqual([200, { status: "ready" }]);
  });

  test("unavailable while a store is away: its application is named, and no word of its address", async () => {
    stock.check = () => Promise.reject(new Error("The database at postgres://me:secret@host is away."));
    expect(await ready()).toEqual([503, { status: "unavailable", applications: ["stock"] }]);
    orders.check = () => {
      throw new Error("away");
    };
    expect(await ready()).toEqual([503, { status: "unavailable", applications: ["orders", "stock"] }]);
  });

  test("the process is alive all the same", async () => {
    stock.check = () => Promise.reject(new Error("away"));
    const alive = await call(server, { url: "/healthz", method: "GET", body: undefined, key: null });
    expect([alive.status, alive.json]).toEqual([200, { status: "alive" }]);
  });

  test("an engine is as ready as its store", async () => {
    const { output: definition } = loadDefinition(
      "tablewright: 1\napp: { id: shop, name: Shop, owner: a@example.com }\ntables: { A: { key: [B], columns: { B: { type: Text } } } }",
    );
    if (definition === undefined) throw new Error("The definition is refused.");
    const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
    let isAway = true;
    const store: Store = {
      ...memoryStore(),
      check: async () => {
        if (isAway) throw new Error("away");
      },
    };
    const asked = serve({ engines: [await createEngine({ definition, store, services })] });
    expect(await ready(asked)).toEqual([503, { status: "unavailable", applications: ["shop"] }]);
    isAway = false;
    expect(await ready(asked)).toEqual([200, { status: "ready" }]);
    const near = await createEngine({ definition, store: memoryStore(), services });
    await near.check();
  });
});
