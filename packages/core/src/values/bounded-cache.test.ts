import { expect, test } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

test("what is longest out of use makes room", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test("what is kept is made once", () => {
  const cache = new BoundedCache<string, number>(2);
  let made = 0;
  for (const key of ["a", "a", "b", "a"]) cache.getOrMake(key, () => ++made);
  expect([made, cache.size]).toEqual([2, 2]);
});

test("entries count by their weight, also when they are set again", () => {
  const cache = new BoundedCache<string, number>(10, (key) => key.length);
  for (let time = 0; time < 5; time++) cache.set("four", time);
  cache.set("fives", 1);
  expect([cache.get("four"), cache.size]).toEqual([4, 2]);
  cache.set("sevenths", 2);
  expect([cache.size, cache.get("sevenths")]).toEqual([1, 2]);
  cache.set("more than all may be", 3);
  expect(cache.size).toBe(0);
});
