import { expect, test } from "vitest";
import { StatementCache } from "./statement-cache.ts";

test("what was used lately stays, the rest is made again", () => {
  const { ask, made, cache } = counted(2);
  for (const text of ["a", "b", "a", "c", "a", "b"]) expect(ask(text)).toBe(`made of ${text}`);
  expect(made).toEqual(["a", "b", "c", "b"]);
  cache.clear();
  ask("a");
  expect(made).toEqual(["a", "b", "c", "b", "a"]);
});

test("long texts make room of several", () => {
  const { ask, made } = counted(1_000, 10);
  const long = "x".repeat(8);
  for (const text of ["a", "b", "c", long, "b", "c", "a"]) ask(text);
  expect(made).toEqual(["a", "b", "c", long, "a"]);
});

test("a text that is longer than all there is room for is made each time, and moves nothing out", () => {
  const { ask, made, cache } = counted(1_000, 10);
  const long = "x".repeat(11);
  for (const text of ["a", long, long, "a"]) ask(text);
  cache.forget(long);
  expect(made).toEqual(["a", long, long]);
});

test("what is forgotten makes room", () => {
  const { ask, made, cache } = counted(1_000, 2);
  for (const text of ["a", "b"]) ask(text);
  cache.forget("b");
  for (const text of ["c", "a"]) ask(text);
  expect(made).toEqual(["a", "b", "c"]);
});

function counted(most: number, mostCharacters?: number) {
  const made: string[] = [];
  const cache = new StatementCache<string>(most, mostCharacters);
  const ask = (text: string) =>
    cache.get(text, () => {
      made.push(text);
      return `made of ${text}`;
    });
  return { ask, made, cache };
}
