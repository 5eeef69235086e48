import { setTimeout } from "node:timers/promises";
import type { Bystander } from "./bystander.ts";
import { KEYS } from "./fortress.ts";
import { get, post } from "./post.ts";

/** The process of a bystander: says that it has begun, asks until it is told to end, and says how long that took. */
const port = Number(process.argv[2]);
let isDone = false;
const errors = new Set<string>();
process.on("message", () => {
  isDone = true;
});
process.on("disconnect", () => process.exit());
const body = { Action: "Find", Rows: [{ Id: 3 }] };
const readOne = () => post(port, "Notes", body, { key: KEYS.bystander });
const askHealth = () => get(port, "/healthz");
await Promise.all([readOne(), askHealth()]); // what the first requests cost this process is no fault of the server
process.send?.("begun");
const reads = repeat(readOne);
const health = repeat(askHealth);
const fared: Bystander = {
  pointReads: ninetyNinth(await reads),
  health: ninetyNinth(await health),
  errors: [...errors],
};
process.send?.(fared);

async function repeat(ask: () => Promise<{ status: number; milliseconds: number }>): Promise<number[]> {
  const times: number[] = [];
  do {
    const { status, milliseconds } = await ask().catch(() => ({ status: 0, milliseconds: 0 }));
    if (status !== 200) errors.add(`a bystander was answered with ${status}`);
    times.push(milliseconds);
    await setTimeout(5);
  } while (!isDone);
  return times;
}

function ninetyNinth(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}
