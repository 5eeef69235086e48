/** What opening a store with another definition does to its rows. */
import { describeMigrations } from "@tablewright/store-contract";
import { expect, test } from "vitest";
import { memoryStore, memoryStoreFrom } from "../src/index.ts";

describeMigrations(
  "memory",
  async () => {
    const store = memoryStore();
    return { store, contents: () => [...store.toLines()], dispose: () => store.close() };
  },
  { isPlanned: false },
);

test("lines keep whose tables they are", async () => {
  const store = memoryStore();
  await store.open([], { application: "a" });
  const again = await memoryStoreFrom([...store.toLines()]);
  await expect(again.open([], { application: "b" })).rejects.toThrow('belong to the application "a"');
  await again.open([], { application: "a" });
});
