/** Which addresses open a store. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../src/index.ts";

test("memory: is the store in memory", async () => {
  expect((await openStore("memory:")).name).toBe("memory");
});

test("sqlite: is the store in a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const store = await openStore(`sqlite:${join(folder, "rows 1.sqlite")}`);
  expect(store.name).toBe("sqlite");
  await store.close();
  expect(readdirSync(folder)).toEqual(["rows 1.sqlite"]);
  rmSync(folder, { recursive: true });
});

test.each([
  [
    "mysql://me:secret@host/db",
    'There is no store for "mysql://…@host/db"; an address begins with "memory:" or "sqlite:".',
  ],
  ["memory", 'There is no store for "memory"; an address begins with "memory:" or "sqlite:".'],
  ["", 'There is no store for ""; an address begins with "memory:" or "sqlite:".'],
  ["constructor:", 'There is no store for "constructor:"; an address begins with "memory:" or "sqlite:".'],
  ["sqlite:", 'The address "sqlite:" names no file; write it like "sqlite:rows.sqlite".'],
  [
    "sqlite:no/such/folder/rows.sqlite",
    '"no/such/folder/rows.sqlite" cannot be opened: its folder has to exist',
  ],
])("%s", async (url, sentence) => {
  await expect(openStore(url)).rejects.toThrow(sentence);
});
