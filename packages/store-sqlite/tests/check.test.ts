/** Whether a store on a file says that it can be used. */
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test("an open store can be used, also while it is written to; a closed one cannot", async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.check?.();
  await store.write(async () => store.check?.());
  await store.close();
  await expect(store.check?.()).rejects.toThrow("closed");
  remove();
});
