/** What is left in the file when the program that writes to it is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { BATCH_SIZE, batches } from "./batches.ts";
import { temporaryFile } from "./temporary-file.ts";

const program = resolve(import.meta.dirname, "write-batches.ts");
const ROUNDS = 10;

test.skipIf(process.platform === "win32")(
  "a killed program leaves all it has acknowledged and no half batch",
  { timeout: 30_000 },
  async () => {
    const { file, remove } = temporaryFile();
    try {
      let first = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const acknowledged = await killAfter(file, first, 10 + round * 7);
        const counts = await countBatches(file);
        expect(new Set(counts.values())).toEqual(new Set([BATCH_SIZE]));
        expect([...counts.keys()]).toEqual(Array.from({ length: counts.size }, (_, number) => number));
        expect(counts.size).toBeGreaterThan(acknowledged);
        first = counts.size;
      }
    } finally {
      remove();
    }
  },
);

/** The last batch acknowledged by a program that is killed some milliseconds after its first one. */
async function killAfter(file: string, first: number, milliseconds: number): Promise<number> {
  const child = spawn(process.execPath, ["--conditions=source", program, file, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child.stdout, "data");
  setTimeout(() => child.kill("SIGKILL"), milliseconds);
  await once(child, "close");
  return Number(output.slice(0, output.lastIndexOf("\n")).split("\n").at(-1));
}

/** How many rows there are of each batch, in stored order. */
async function countBatches(file: string): Promise<ReadonlyMap<number, number>> {
  const store = sqliteStore(file);
  try {
    await store.open([batches]);
    const counts = new Map<number, number>();
    const plan = { table: "Batches", conditions: [], order: [], context: {} as never };
    const { rows } = await store.read((transaction) => transaction.find(plan));
    for (const [, number] of rows) counts.set(Number(number), (counts.get(Number(number)) ?? 0) + 1);
    return counts;
  } finally {
    await store.close();
  }
}
