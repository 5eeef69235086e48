/** What opening a store with another definition does to its rows. */
import type { StoredTable } from "@tablewright/core/storage";
import { describeEngineMigrations } from "@tablewright/engine-tests";
import { describeMigrations } from "@tablewright/store-contract";
import { expect, test } from "vitest";
import { memoryStore, memoryStoreFrom } from "../src/index.ts";

const make = async () => {
  const store = memoryStore();
  return { store, contents: () => [...store.toLines()], dispose: () => store.close() };
};

describeMigrations("memory", make, { isPlanned: false });
describeEngineMigrations(make);

test("lines keep whose tables they are", async () => {
  const store = memoryStore();
  await store.open([], { application: "a" });
  const again = await memoryStoreFrom([...store.toLines()]);
  await expect(again.open([], { application: "b" })).rejects.toThrow('belong to the application "a"');
  await again.open([], { application: "a" });
});

test("lines keep the names that migrations have taken", async () => {
  const store = memoryStore();
  const column = { name: "Id", kind: "text", family: "text", indexed: false } as const;
  const orders: StoredTable = { name: "Orders", columns: [column], key: [0], rowNumbers: "position" };
  await store.open([orders]);
  const migration = { drops: false, converting: () => () => undefined };
  await store.open([{ ...orders, name: "Sales", was: "Orders" }], { migration });
  const again = await memoryStoreFrom([...store.toLines()]);
  await expect(again.open([orders])).rejects.toThrow('The table "Orders" was renamed to "Sales"');
});
