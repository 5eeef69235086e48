/** The attacked server and the bystander, each a process of its own, and what one did to both. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import type { StoreKind } from "../open-store.ts";
import { nextMessage } from "../service/server-process.ts";

/** What an attack did to the server, by its own account. */
export interface Strain {
  /** The longest time that it was held, in milliseconds. */
  readonly held: number;
  /** The most processor time that it took without a pause, in milliseconds. Where it was held for longer, the system let others work. */
  readonly worked: number;
  /** Milliseconds that the garbage collector held it at most. */
  readonly collected: number;
  /** The most memory it was seen to hold, in MiB. */
  readonly peak: number;
}

/** An attacked server. */
export interface Fortress {
  readonly port: number;
  /** What happens to the server while `work` runs. */
  during<T>(work: () => Promise<T>): Promise<readonly [T, Strain]>;
  /** Whether the process is there. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

export interface FortressOptions {
  readonly scale: number;
  /** What runs the server in place of this Node, such as a script that limits its memory first. */
  readonly node?: string | undefined;
}

/** Of Node: a young generation as small as in `packages/cli/deploy`. */
const OPTIONS = ["--max-semi-space-size=8"];

/** Starts a server over a store and waits until its tables are full and it listens. */
export async function startFortress(
  kind: StoreKind,
  place: string,
  { scale, node = process.execPath }: FortressOptions,
): Promise<Fortress> {
  const child = fork(
    bundledProgram("bench/src/hostile/serve-fortress.ts"),
    [JSON.stringify({ kind, place, scale })],
    { execPath: node, execArgv: OPTIONS, stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const { port } = (await nextMessage(child)) as { port: number };
  const ask = async (question: "begin" | "end") => {
    child.send(question);
    return (await nextMessage(child)) as Strain;
  };
  // One that the system kills for its memory has a signal and no code.
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    async during(work) {
      await ask("begin");
      return [await work(), await ask("end")];
    },
    isAlive,
    async stop() {
      if (!isAlive()) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** How another key fared during an attack: milliseconds that 99 of 100 of its requests took at most. */
export interface Bystander {
  readonly pointReads: number;
  readonly health: number;
  /** Requests that were not answered as they should be. */
  readonly errors: readonly string[];
}

/** A process that asks a server things; an attacker holds their own for as long as it takes to make a large request. */
export interface BystandingProcess {
  /** Reads single rows with another key, and asks for the server's health, for as long as `work` takes. */
  during<T>(work: () => Promise<T>): Promise<readonly [T, Bystander]>;
  stop(): void;
}

export async function startBystander(port: number): Promise<BystandingProcess> {
  const child = fork(resolve(import.meta.dirname, "stand-by.ts"), [String(port)], {
    execArgv: ["--conditions=source"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await nextMessage(child);
  return {
    async during(work) {
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
