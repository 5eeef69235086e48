import { setTimeout } from "node:timers/promises";
import { get, post } from "./attack.ts";
import { KEYS } from "./fortress.ts";
import type { Bystander } from "./fortress-process.ts";

/** The process of a bystander: says that it is ready, and from `begin` to `end` asks; then it says how long that took. */
const port = Number(process.argv[2]);
const body = { Action: "Find", Rows: [{ Id: 3 }] };
const readOne = () => post(port, "Notes", body, { key: KEYS.bystander });
const askHealth = () => get(port, "/healthz");
let isDone = false;
let errors = new Set<string>();

process.on("disconnect", () => process.exit());
process.on("message", (question: "begin" | "end") => {
  if (question === "begin") void standBy();
  else isDone = true;
});
await Promise.all([readOne(), askHealth()]); // what the first requests cost this process is not the server's
process.send?.("ready");

async function standBy(): Promise<void> {
  isDone = false;
  errors = new Set();
  const [reads, health] = await Promise.all([repeat(readOne), repeat(askHealth)]);
  const fared: Bystander = {
    pointReads: ninetyNinth(reads),
    health: ninetyNinth(health),
    errors: [...errors],
  };
  process.send?.(fared);
}

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
