/** A small share of every attack: nothing but the answers that are due, and the server stays. Figures: `npm run torture`. */
import { expect, test } from "vitest";
import { runAttacks } from "./run-attacks.ts";

test.each(["memory", "sqlite"] as const)("attacks on a server over %s", async (store) => {
  const done = await runAttacks(store, { scale: 0.002 });
  expect(done.map(({ attack, errors }) => [attack, errors])).toEqual(done.map(({ attack }) => [attack, []]));
});
