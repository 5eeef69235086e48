/** What waits for snapshots that are being taken, and for how long. */
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import { TakenSnapshots } from "./writers.ts";

test("writes wait for the snapshots that are being taken, and not for one whose connection hangs", async () => {
  const clock = virtualClock();
  const snapshots = new TakenSnapshots(clock);
  const { promise: taking, resolve: take } = Promise.withResolvers<void>();
  snapshots.add(taking);
  let waits = 2;
  for (let writer = 0; writer < 2; writer++) snapshots.settled().then(() => waits--);
  await clock.advance(249);
  expect(waits).toBe(2);
  take();
  await clock.advance(0);
  expect(waits).toBe(0);

  snapshots.add(new Promise(() => {}));
  snapshots.settled().then(() => waits++);
  await clock.advance(249);
  expect(waits).toBe(0);
  await clock.advance(1);
  expect(waits).toBe(1);
});
