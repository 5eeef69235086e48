import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { openStore } from "../../src/stores/open-store.ts";
import { openEngine } from "./application.ts";
import type { Step } from "./batch.ts";
import { judgeBatches, stepsOf } from "./judge-batches.ts";
import { type FoundBatches, readBatches } from "./read-batches.ts";
import { WRITERS } from "./writers.ts";

export interface KillReport {
  readonly kills: number;
  /** Calls that were acknowledged. */
  readonly calls: number;
  readonly batches: number;
  readonly errors: readonly string[];
}

/**
 * Kills a program that writes to a store, at a random moment of its writing, as often as told, and after each time looks
 * whether the store has all that was acknowledged and nothing half. The store may hold what earlier runs have left.
 */
export async function runKills(
  address: string,
  kills: number,
  tell: (line: string) => void = () => {},
): Promise<KillReport> {
  const errors: string[] = [];
  let calls = 0;
  const known = await lookAt(address, ({ batches }) => stepsOf(batches));
  for (let kill = 1; kill <= kills && errors.length === 0; kill++) {
    // A call that was under way may still be on its way to a database server, so its batch's number is not used again.
    const first = Math.max(-1, ...known.keys()) + 1 + WRITERS;
    const acknowledged = await killWriting(address, first, Math.random() * LONGEST_LIFE);
    for (const [batch, step] of acknowledged) known.set(batch, step);
    calls += acknowledged.length;
    const seen = await lookAt(address, (found) => [...judgeBatches(known, found.batches), ...found.errors]);
    errors.push(...seen);
    tell(
      `kill ${kill}: ${acknowledged.length} calls acknowledged, ${known.size} batches, ${errors.length} errors`,
    );
  }
  return { kills, calls, batches: known.size, errors };
}

/** Milliseconds from the first acknowledged call. */
const LONGEST_LIFE = 400;

/** Opens the store as a server that starts again does, reads everything, and closes it. */
async function lookAt<T>(address: string, judge: (found: FoundBatches) => T): Promise<T> {
  const store = await openStore(address);
  const engine = await openEngine(store);
  try {
    return judge(await readBatches(engine, store));
  } finally {
    await engine.close();
  }
}

/** The steps that a program acknowledged before it was killed, in their order. */
async function killWriting(
  address: string,
  first: number,
  milliseconds: number,
): Promise<readonly (readonly [batch: number, step: Step])[]> {
  const program = bundledProgram("cli/tests/kill/write-until-killed.ts");
  const child = spawn(process.execPath, [program, address, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
  const [, signal] = await closed;
  clearTimeout(timer);
  if (signal !== "SIGKILL") throw new Error("The program that writes has ended by itself.");
  return output
    .slice(0, output.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ").map(Number) as [number, Step]);
}
