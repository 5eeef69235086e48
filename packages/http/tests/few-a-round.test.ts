/** What many connections need at the same moment. */
import { expect, test } from "vitest";
import { FewARound } from "../src/fastify/few-a-round.ts";

test("is done in its order, and at most 32 of it in a round of the event loop", async () => {
  const endings = new FewARound();
  const rounds: number[][] = [[]];
  const goneRound = new Promise((resolve) => setImmediate(resolve)).then(() => rounds.push([])); // before what is put off
  for (let at = 0; at < 100; at++) endings.do(() => rounds.at(-1)?.push(at));
  await goneRound;
  while (rounds.flat().length < 100) {
    await new Promise((resolve) => setImmediate(resolve));
    rounds.push([]);
  }
  const busy = rounds.filter(({ length }) => length > 0);
  expect(busy.map(({ length }) => length)).toEqual([32, 32, 32, 4]);
  expect(rounds.flat()).toEqual(Array.from({ length: 100 }, (_, at) => at));
});

test("is done at once as long as it is little", async () => {
  const endings = new FewARound();
  for (let round = 0; round < 3; round++) {
    let done = 0;
    for (let at = 0; at < 32; at++) endings.do(() => done++);
    expect(done).toBe(32);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test("what comes while others wait is done after them", async () => {
  const endings = new FewARound();
  const done: number[] = [];
  for (let at = 0; at < 40; at++) endings.do(() => done.push(at));
  await new Promise<void>((resolve) => {
    endings.do(() => {
      done.push(40);
      endings.do(resolve);
    });
  });
  expect(done).toEqual(Array.from({ length: 41 }, (_, at) => at));
});
