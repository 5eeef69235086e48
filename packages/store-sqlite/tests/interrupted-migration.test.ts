/** A process that is killed in the middle of a migration leaves the file as it was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { after, before } from "./interrupted-tables.ts";
import { temporaryFile } from "./temporary-file.ts";

test("kill -9 before the commit leaves the old state, and the migration can be done again", async () => {
  const { file, remove } = temporaryFile();
  const first = sqliteStore(file);
  await first.open(before);
  const rows = Array.from({ length: 3_000 }, (_, at) => [at, `n${at}`, at]);
  await first.write((transaction) => transaction.insert("Batches", rows));
  await first.close();

  const script = fileURLToPath(new URL("migrate-and-wait.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", script, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  expect(String((await once(child.stdout, "data"))[0])).toBe("changed\n");
  child.kill("SIGKILL");
  expect((await ended)[1]).toBe("SIGKILL");

  const store = sqliteStore(file);
  expect(await store.planOpen?.(before)).toEqual([]);
  await store.open(before);
  const read = () => store.read((transaction) => transaction.getByKeys("Batches", [[0], [2_999]]));
  expect(await read()).toEqual([
    [0, "n0", 0, 1],
    [2_999, "n2999", 2_999, 3_000],
  ]);
  await store.open(after, { migration: { drops: true, converting: () => String } });
  const migrated = await store.read((transaction) => transaction.getByKeys("Parcels", [["2999"]]));
  expect(migrated).toEqual([["2999", "n2999", null, 3_000]]);
  await store.close();
  remove();
});
