/** Steps of the program, from a rule to its code, over each store, with time that the test gives. */
import { createEngine, type HostSteps, loadDefinition, type StepEvent } from "@tablewright/core";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { describe, expect, test } from "vitest";
import { startDelivery, Undeliverable } from "../src/index.ts";
import { listed, stores, watched } from "./stores.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, timezone: UTC }
tables:
  Orders:
    key: [Order]
    columns: { Order: { type: Text }, Due: { type: Date }, Pin: { type: Text, sensitive: true } }
rules:
  Reserve: { table: Orders, on: [add], steps: [{ call: reserve }] }
`;

describe.each(stores)("steps of the program from %s", (_, make) => {
  test("the code is handed the change once, after the commit", async () => {
    const events: StepEvent[] = [];
    const shop = await open(make, { reserve: async (event) => events.push(event) });
    expect(events).toEqual([]);
    await shop.clock.advance(MINUTE);
    const [event] = await listed(shop.store);
    expect(event).toMatchObject({ state: "delivered", attempts: 1 });
    expect(events).toEqual([
      {
        id: event?.id,
        app: "shop",
        rule: "Reserve",
        table: "Orders",
        key: "a",
        change: "add",
        before: null,
        after: { Order: "a", Due: "2026-03-01" },
      },
    ]);
    await shop.stop();
  });

  test("one that fails is called again with the same event", async () => {
    const ids: string[] = [];
    const shop = await open(make, {
      reserve: ({ id }) => {
        ids.push(id);
        if (ids.length < 2) throw new Error("no stock");
      },
    });
    await shop.clock.advance(2 * SECOND);
    expect(await listed(shop.store)).toMatchObject([
      { state: "waiting", error: expect.stringMatching(/no stock/u) },
    ]);
    await shop.clock.advance(MINUTE);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await listed(shop.store)).toMatchObject([{ state: "delivered" }]);
    await shop.stop();
  });

  test.each<[what: string, steps: HostSteps, state: string, error: RegExp]>([
    ["is not there", {}, "waiting", /has no step "reserve"/u],
    ["never ends", { reserve: () => new Promise(() => {}) }, "waiting", /no answer within 15,000 ms/u],
    ["throws undefined", { reserve: () => Promise.reject(undefined) }, "waiting", /thrown undefined/u],
    ["throws no text", { reserve: () => Promise.reject(Object.create(null)) }, "waiting", /no text/u],
    ["gives up", { reserve: () => Promise.reject(new Undeliverable("sold out")) }, "failed", /sold out/u],
  ])("the event of one that %s says so", async (_what, steps, state, error) => {
    const shop = await open(make, steps);
    await shop.clock.advance(17 * SECOND); // before a second attempt is under way
    expect(await listed(shop.store)).toMatchObject([{ state, error: expect.stringMatching(error) }]);
    await shop.stop();
  });
});

test.each(["a b", "<<[Order]>>", "", "../x", "1st"])("%j is no name of a step", (name) => {
  const { diagnostics } = loadDefinition(
    DEFINITION.replace("call: reserve", `call: ${JSON.stringify(name)}`),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual([
    expect.stringMatching(/^definition\/(wrong-value|wrong-shape)$/u),
  ]);
});

/** A shop with one new order, and a worker over its outbox. */
async function open(make: (typeof stores)[number][1], steps: HostSteps) {
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const { store, isBusy } = watched(make());
  const clock = virtualClock(isBusy);
  let ids = 0;
  const services = { now: () => clock.now(), random: () => 0.5, newId: () => `id-${++ids}` };
  const engine = await createEngine({ definition, store, services, steps });
  const added = await engine.add("Orders", [{ Order: "a", Due: "2026-03-01", Pin: "1234" }]);
  expect(added).toMatchObject({ ok: true });
  const send = () => Promise.reject(new Error("nothing is sent"));
  const worker = startDelivery({
    store,
    clock,
    send,
    steps: engine.steps,
    random: () => 0.5,
    secrets: () => undefined,
  });
  const stop = async () => {
    await worker.stop();
    await engine.close();
  };
  return { store, clock, stop };
}
