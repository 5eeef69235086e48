/** Who may read the files of a store. */
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const modesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

test("a new file, its log and its index, and a copy of it are for their owner alone", async () => {
  const { file, remove } = temporaryFile();
  const before = process.umask(0);
  try {
    const store = sqliteStore(file);
    await store.open([]);
    await store.read(async () => {});
    await store.backUp?.(join(dirname(file), "copy.sqlite"));
    expect(modesIn(dirname(file))).toEqual({
      "rows.sqlite": "600",
      "rows.sqlite-wal": "600",
      "rows.sqlite-shm": "600",
      "copy.sqlite": "600",
    });
    await store.close();
  } finally {
    process.umask(before);
    remove();
  }
});

test("a file that is there keeps its mode, a copy that is replaced too", async () => {
  const { file, remove } = temporaryFile();
  try {
    await sqliteStore(file).close();
    chmodSync(file, 0o640);
    const store = sqliteStore(file);
    const copy = join(dirname(file), "copy.sqlite");
    writeFileSync(copy, "older");
    chmodSync(copy, 0o644);
    await store.backUp?.(copy, { replaces: true });
    await store.close();
    expect(modesIn(dirname(file))).toEqual({ "rows.sqlite": "640", "copy.sqlite": "644" });
  } finally {
    remove();
  }
});
