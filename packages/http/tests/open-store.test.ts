/** Which addresses open a store. */
import { expect, test } from "vitest";
import { openStore } from "../src/index.ts";

test("memory: is the store in memory", async () => {
  expect((await openStore("memory:")).name).toBe("memory");
});

test.each([
  [
    "mysql://me:secret@host/db",
    'There is no store for "mysql://…@host/db"; an address begins with "memory:".',
  ],
  ["memory", 'There is no store for "memory"; an address begins with "memory:".'],
  ["", 'There is no store for ""; an address begins with "memory:".'],
  ["constructor:", 'There is no store for "constructor:"; an address begins with "memory:".'],
])("%s", async (url, sentence) => {
  await expect(openStore(url)).rejects.toThrow(sentence);
});
