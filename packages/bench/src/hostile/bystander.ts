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

/** A process that asks a server things; an attacker holds their own for as long as it takes to make a large request. */
export interface BystandingProcess {
  /** Reads single rows with another key, and asks for the server's health, for as long as `work` takes. */
  beside<T>(work: () => Promise<T>): Promise<readonly [T, Bystander]>;
  stop(): void;
}

export async function startBystander(port: number): Promise<BystandingProcess> {
  const child = fork(resolve(import.meta.dirname, "stand-by.ts"), [String(port)], {
    execArgv: ["--conditions=source"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await nextMessage(child);
  return {
    async beside(work) {
      child.send("begin");
      try {
        const done = await work();
        child.send("end");
        return [done, (await nextMessage(child)) as Bystander];
      } catch (error) {
        if (child.connected) {
          child.send("end");
          await nextMessage(child).catch(() => {});
        }
        throw error;
      }
    },
    stop: () => void child.kill(),
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await beforeExit(child, once(child, "message"));
  return message;
}
