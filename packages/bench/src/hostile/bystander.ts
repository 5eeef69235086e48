import { setTimeout } from "node:timers/promises";
import { KEYS } from "./fortress.ts";
import { get, post } from "./post.ts";

/** How somebody fared who had nothing to do with an attack: milliseconds that 99 of 100 of their requests took at most. */
export interface Bystander {
  readonly pointReads: number;
  readonly health: number;
  /** Requests that were not answered as they should be. */
  readonly errors: readonly string[];
}

/** Reads single rows with another key, and asks for the server's health, for as long as `work` takes. */
export async function besideOf<T>(port: number, work: () => Promise<T>): Promise<readonly [T, Bystander]> {
  let isDone = false;
  const errors = new Set<string>();
  const repeat = async (ask: () => Promise<{ status: number; milliseconds: number }>) => {
    const times: number[] = [];
    do {
      const { status, milliseconds } = await ask().catch(() => ({ status: 0, milliseconds: 0 }));
      if (status !== 200) errors.add(`a bystander was answered with ${status}`);
      times.push(milliseconds);
      await setTimeout(5);
    } while (!isDone);
    return times;
  };
  const body = { Action: "Find", Rows: [{ Id: 3 }] };
  const reads = repeat(() => post(port, "Notes", body, { key: KEYS.bystander }));
  const health = repeat(() => get(port, "/healthz"));
  const done = await work().finally(() => {
    isDone = true;
  });
  return [
    done,
    { pointReads: ninetyNinth(await reads), health: ninetyNinth(await health), errors: [...errors] },
  ];
}

function ninetyNinth(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}
