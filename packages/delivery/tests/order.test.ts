/** Events that are sent in order, over each store, with answers and time that the test gives. */
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropOutboxEvents, retryOutboxEvents } from "../src/index.ts";
import { listed, stores, watched } from "./stores.ts";
import { type Reply, receiver, work } from "./worker.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, timezone: UTC, api: { enabled: true, invocable: dataChange } }
tables: { Orders: { key: [Order], columns: { Order: { type: Text }, Is: { type: Number } } } }
rules:
  Tell:
    table: Orders
    on: [add, edit]
    steps: [{ webhook: { url: "https://a.example/", headers: { Content-Type: text/plain }, body: "<<[Order]>><<[Is]>>", inOrder: row } }]
  Also:
    table: Orders
    on: [edit]
    condition: '[Order] = "b"'
    steps: [{ webhook: { url: "https://A.example/also", body: "also <<[Is]>>", inOrder: row } }]
  Free:
    table: Orders
    on: [edit]
    steps: [{ webhook: { url: "https://free.example/", headers: { Content-Type: text/plain }, body: "free <<[Order]>><<[Is]>>" } }]
`;

describe.each(stores)("in order from %s", (_, make) => {
  test("an event that fails holds back those of its row and host alone", async () => {
    let isUp = false;
    const shop = await open(make(), (body) => (body === "a1" && !isUp ? 500 : 200));
    await shop.change("a", 1, 2, 3);
    await shop.change("b", 1, 2);
    await shop.clock.advance(MINUTE);
    expect(new Set(shop.delivered())).toEqual(
      new Set(["b1", "b2", "also 2", "free a2", "free a3", "free b2"]),
    );
    expect(shop.delivered().filter((body) => !body.startsWith("free"))).toEqual(["b1", "b2", "also 2"]);
    isUp = true;
    await shop.clock.advance(2 * MINUTE);
    expect(shop.delivered().filter((body) => body.startsWith("a"))).toEqual(["also 2", "a1", "a2", "a3"]);
    await shop.stop();
  });

  test.each([
    ["fails for good", 410],
    ["is given up", 503],
  ])("an event that %s holds back none", async (what, status) => {
    const shop = await open(make(), (body) => (body === "a1" ? status : 200));
    await shop.change("a", 1, 2);
    await shop.clock.advance(2 * SECOND);
    if (what === "is given up") await dropOutboxEvents(shop.place(), [await shop.idOf("a1")]);
    await shop.clock.advance(10 * SECOND);
    expect(shop.delivered().toSorted()).toEqual(["a2", "free a2"]);
    await shop.stop();
  });

  test("after a day of failures the next is sent", async () => {
    const shop = await open(make(), (body) => (body === "a1" ? 500 : 200), { poll: MINUTE });
    await shop.change("a", 1, 2);
    await shop.clock.advance(DAY - MINUTE);
    expect(shop.delivered()).toEqual(["free a2"]);
    await shop.clock.advance(10 * MINUTE);
    expect(shop.delivered()).toEqual(["free a2", "a2"]);
    await shop.stop();
  });

  test("one that is sent again waits for none", async () => {
    const shop = await open(make(), (body) => (body === "a2" ? 500 : 200));
    await shop.change("a", 1, 2);
    await shop.clock.advance(2 * SECOND);
    expect((await retryOutboxEvents(shop.place(), [await shop.idOf("a1")])).changed).toHaveLength(1);
    await shop.clock.advance(2 * SECOND);
    expect(shop.delivered().filter((body) => body === "a1")).toHaveLength(2);
    await shop.stop();
  });

  test("whatever a receiver does, two workers deliver the events of a row in their order, each once", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Reply>(200, 500, 429, new Error("down"), "never"), { maxLength: 12 }),
        fc.array(fc.constantFrom("a", "b"), { minLength: 2, maxLength: 8 }),
        async (replies, rows) => {
          const shop = await open(make(), (_body, count) => replies[count - 1] ?? 200, { poll: MINUTE }, 2);
          const last = { a: 0, b: 0 };
          for (const row of rows as ("a" | "b")[]) await shop.change(row, ++last[row]);
          await shop.clock.advance(60 * MINUTE);
          for (const row of ["a", "b"] as const) {
            const own = shop.delivered().filter((body) => body.startsWith(row) && !body.startsWith("also"));
            expect(own).toEqual(Array.from({ length: last[row] }, (_one, at) => `${row}${at + 1}`));
          }
          await shop.stop();
        },
      ),
      { numRuns: 4 },
    ));
});

/** A shop whose receivers answer by what they get; `delivered` are the bodies that were answered with 200. */
async function open(
  unwatched: Store,
  reply: (body: string, count: number) => Reply,
  limits: Parameters<typeof work>[3] = {},
  workers = 1,
) {
  const { store, isBusy } = watched(unwatched);
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const clock = virtualClock(isBusy);
  let ids = 0;
  const services = { now: clock.now, random: () => 0.5, newId: () => `id-${++ids}` };
  const engine = await createEngine({ definition, store, services });
  const delivered: string[] = [];
  const { send } = receiver((request, count) => {
    const body = String(request.body);
    const answer = reply(body, count);
    if (answer === 200) delivered.push(body);
    return answer;
  });
  const order = () => engine.eventOrder;
  const running = Array.from({ length: workers }, () => work(store, clock, send, limits, {}, order));
  return {
    clock,
    delivered: () => delivered,
    place: () => ({ store, app: "shop", now: clock.now(), order: engine.eventOrder }),
    idOf: async (body: string) => {
      const event = (await listed(store)).find(({ payload }) => JSON.parse(payload).body === body);
      return event?.id ?? expect.fail(`There is no event "${body}".`);
    },
    /** Adds an order with the first state and edits it to the others. */
    async change(row: string, ...states: readonly number[]) {
      for (const state of states) {
        const rows = [{ Order: row, Is: state }];
        const result = await engine.execute({ action: state === 1 ? "Add" : "Edit", table: "Orders", rows });
        if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
      }
    },
    stop: () => Promise.all(running.map((one) => one.stop(AbortSignal.abort()))),
  };
}
