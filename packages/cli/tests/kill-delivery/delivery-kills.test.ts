/** What arrives when servers and workers are killed; and that the judge of it is not blind. */
import { expect, test } from "vitest";
import { temporaryStore } from "../kill/temporary-store.ts";
import { judgeDeliveries } from "./judge-deliveries.ts";
import { runDeliveryKills } from "./run-delivery-kills.ts";

test.skipIf(process.platform === "win32")(
  "events of killed processes arrive, under one id each",
  async () => {
    const { address, remove } = temporaryStore();
    try {
      const { orders, errors } = await runDeliveryKills({ address, kills: 3, ahead: 120_000 });
      expect(errors).toEqual([]);
      expect(orders).toBeGreaterThan(0);
    } finally {
      remove();
    }
  },
);

const SOUND = {
  acknowledged: new Set(["a"]),
  stored: new Set(["a", "b"]),
  events: [
    { id: "1", order: "a", state: "delivered" },
    { id: "2", order: "b", state: "delivered" },
  ],
  accepted: new Map([
    ["a", ["1", "1"]],
    ["b", ["2"]],
  ]),
};

test.each([
  ["an order that is unacknowledged and a webhook that comes twice", {}, []],
  [
    "an order that is lost",
    { stored: new Set(["b"]), acknowledged: new Set(["a"]) },
    ["a was ack", "too many"],
  ],
  ["an order without an event", { events: SOUND.events.slice(1) }, ["a has no event", "id 1", "id 1"]],
  [
    "two events of an order",
    { events: [...SOUND.events, { id: "3", order: "b", state: "delivered" }] },
    ["2 is one too many", "id 2"],
  ],
  [
    "an event that waits",
    { events: [SOUND.events[0], { id: "2", order: "b", state: "waiting" }] },
    ["is waiting"],
  ],
  ["an event that did not arrive", { accepted: new Map([["a", ["1"]]]) }, ["did not arrive"]],
  ["a second id", { accepted: new Map([...SOUND.accepted, ["b", ["2", "9"]]]) }, ["the id 9"]],
])("the judge sees %s", (_, changed, errors) => {
  const judged = judgeDeliveries({ ...SOUND, ...(changed as object) });
  expect(judged).toEqual(errors.map((words) => expect.stringContaining(words)));
});
