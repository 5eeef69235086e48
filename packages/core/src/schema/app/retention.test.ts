import { expect, test } from "vitest";
import { retentionOf } from "./retention.ts";

const DAY = 86_400_000;

test.each([
  ["what is left out is kept for ever", undefined, undefined, undefined, undefined],
  ["dead letters are kept three times as long", { events: "30d" }, 30 * DAY, 90 * DAY, undefined],
  ["unless they say how long", { events: "30d", deadLetters: "1y" }, 30 * DAY, 365 * DAY, undefined],
  ["also where others are kept for ever", { deadLetters: "12h", runs: "2w" }, undefined, DAY / 2, 14 * DAY],
])("%s", (_, keep, events, deadLetters, runs) => {
  expect(retentionOf(keep)).toEqual({ events, deadLetters, runs });
});
