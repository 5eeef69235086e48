/** Reads that the store gives up. */
import { expect, test } from "vitest";
import { ReadLost } from "../../storage/index.ts";
import { retryOnReplicaLoss } from "./explained.ts";

test("are done once more", async () => {
  let runs = 0;
  const answer = retryOnReplicaLoss(async () => {
    if (++runs === 1) throw new ReadLost("gone");
    return runs;
  });
  expect(await answer).toBe(2);
});

test.each([
  ["that are given up each time", new ReadLost("gone"), 4],
  ["with another error", new Error("ours"), 1],
])("%s reject", async (_, error, expected) => {
  let runs = 0;
  const answer = retryOnReplicaLoss(async () => {
    runs++;
    throw error;
  });
  await expect(answer).rejects.toBe(error);
  expect(runs).toBe(expected);
});
