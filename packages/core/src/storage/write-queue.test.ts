import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { WriteQueue } from "./write-queue.ts";

test("turns are taken one at a time, in the order asked for, failures included", async () => {
  const queue = new WriteQueue(new AsyncLocalStorage());
  const log: string[] = [];
  const turn = (name: string, fails = false) =>
    queue.run(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const turns = [turn("a"), turn("b", true), turn("c")];
  await queue.whenIdle();
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("a turn asked for inside a turn is refused, one asked for after it is not", async () => {
  const queue = new WriteQueue(new AsyncLocalStorage());
  await queue.run(async () => {
    await expect(queue.run(async () => 1)).rejects.toThrow("inside a write");
  });
  expect(await queue.run(async () => 2)).toBe(2);
});

test("work left behind by a turn that has ended may ask for a turn of its own", async () => {
  const queue = new WriteQueue(new AsyncLocalStorage());
  let left: Promise<number> | undefined;
  await queue.run(async () => {
    left = new Promise<void>((resolve) => setTimeout(resolve, 1)).then(() => queue.run(async () => 3));
  });
  expect(await left).toBe(3);
});

test("turns that have not begun are counted, refused ones are not", async () => {
  const queue = new WriteQueue(new AsyncLocalStorage());
  const counts: number[] = [];
  const turn = () =>
    queue.run(async () => {
      await expect(queue.run(async () => 1)).rejects.toThrow("inside a write");
      counts.push(queue.waiting);
    });
  await Promise.all([turn(), turn(), turn()]);
  expect([counts, queue.waiting]).toEqual([[2, 1, 0], 0]);
});
