/** Who may enter when. */
import { expect, test } from "vitest";
import { Lane } from "./writers.ts";

test("as many as there is room for are inside, the others come in the order they asked", async () => {
  const lane = new Lane(2);
  const inside: number[] = [];
  const enter = async (number: number) => {
    await lane.enter();
    inside.push(number);
  };
  const entering = [1, 2, 3, 4, 5].map(enter);
  await Promise.all(entering.slice(0, 2));
  expect(inside).toEqual([1, 2]);
  lane.leave();
  await entering[2];
  expect(inside).toEqual([1, 2, 3]);
  lane.leave();
  lane.leave();
  await Promise.all(entering);
  expect(inside).toEqual([1, 2, 3, 4, 5]);
  for (let left = 0; left < 2; left++) lane.leave();
  await lane.enter();
  await lane.enter();
  const third = enter(6);
  expect(inside).not.toContain(6);
  lane.leave();
  await third;
});
