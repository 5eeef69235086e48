/** What a reader gets who is cut off while servers are killed; and that the judge of it is not blind. */
import type { ChangeRecord } from "@tablewright/core";
import { expect, test } from "vitest";
import { temporaryStore } from "../kill/temporary-store.ts";
import { judgeFeed } from "./judge-feed.ts";
import { runFeedCuts } from "./run-feed-cuts.ts";

test.skipIf(process.platform === "win32")(
  "a reader who is cut off gets every change once and in order",
  async () => {
    const { address, remove } = temporaryStore();
    try {
      const { changes, errors } = await runFeedCuts({ address, servers: 1, cuts: 10, kills: 1 });
      expect(errors).toEqual([]);
      expect(changes).toBeGreaterThan(0);
    } finally {
      remove();
    }
  },
);

const change = (cursor: string, key: string, State: number) =>
  ({ cursor, key, after: { Order: key, State } }) as unknown as ChangeRecord;
const [a0, b0, a1] = [change("1-1", "a", 0), change("2-1", "b", 0), change("3-1", "a", 1)];
const SOUND = { read: [a0, b0, a1], recorded: [a0, b0, a1], acknowledged: new Map([["a", 1]]) };

test.each<[string, Partial<typeof SOUND>, readonly string[]]>([
  ["nothing wrong", {}, []],
  ["a change that is lost", { read: [a0, a1] }, ["Change 2 was 3-1", "2 changes came of 3"]],
  ["a change that comes twice", { read: [a0, b0, b0, a1] }, ["Change 3", "4 changes"]],
  ["changes out of order", { read: [b0, a0, a1] }, ["Change 1 was 2-1"]],
  [
    "a cursor of two changes",
    { read: [a0, a0], recorded: [a0, a0], acknowledged: new Map() },
    ["twice", "0 0"],
  ],
  ["an acknowledged change that is missing", { acknowledged: new Map([["b", 1]]) }, ["b has no change to 1"]],
])("the judge sees %s", (_, changed, errors) => {
  expect(judgeFeed({ ...SOUND, ...changed })).toEqual(errors.map((words) => expect.stringContaining(words)));
});
