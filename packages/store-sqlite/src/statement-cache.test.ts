import { expect, test } from "vitest";
import { StatementCache } from "./statement-cache.ts";

test("what was used lately stays, the rest is made again", () => {
  const made: string[] = [];
  const cache = new StatementCache<string>(2);
  const ask = (text: string) =>
    cache.get(text, () => {
      made.push(text);
      return `made of ${text}`;
    });
  for (const text of ["a", "b", "a", "c", "a", "b"]) expect(ask(text)).toBe(`made of ${text}`);
  expect(made).toEqual(["a", "b", "c", "b"]);
  cache.clear();
  ask("a");
  expect(made).toEqual(["a", "b", "c", "b", "a"]);
});
