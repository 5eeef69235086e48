import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { beforeExit } from "../service/server-process.ts";

/** How somebody fared who had nothing to do with an attack: milliseconds that 99 of 100 of their requests took at most. */
export interface Bystander {
  readonly pointReads: number;
  readonly health: number;
  /** Requests that were not answered as they should be. */
  readonly errors: readonly string[];
}

/**
 * Reads single rows with another key, and asks for the server's health, for as long as `work` takes. A process of its own
 * does, because an attacker holds their own process for as long as it takes to make a large request.
 */
export async function besideOf<T>(port: number, work: () => Promise<T>): Promise<readonly [T, Bystander]> {
  const child = fork(resolve(import.meta.dirname, "stand-by.ts"), [String(port)], {
    execArgv: ["--conditions=source"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    await nextMessage(child);
    const done = await work();
    child.send("end");
    return [done, (await nextMessage(child)) as Bystander];
  } finally {
    child.kill();
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await beforeExit(child, once(child, "message"));
  return message;
}
