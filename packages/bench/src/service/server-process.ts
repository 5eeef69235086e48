import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Usage } from "./answer-questions.ts";
import type { Ready, Serving, Told } from "./serving.ts";
import type { Place } from "./with-place.ts";

/** A server in a separate process, so that its processor time does not include that of the requests. */
export interface ServerProcess {
  readonly port: number;
  /** Milliseconds from the start of the process to the first answer it could give. */
  readonly startedIn: number;
  /** Seconds of processor time, those of the database included, that writing the rows into the store took. */
  readonly fillSeconds: number;
  usage(): Promise<Usage>;
  /** The usage once everything has been freed that can be. */
  usageWhenCollected(): Promise<Usage>;
  /** From now on the memory is looked at often; `Usage.peak` is the most that was seen. */
  watchMemory(): void;
  stop(): Promise<void>;
}

/** Starts `serve-ours.ts`, `serve-floor.ts` or `serve-peer.ts` and waits until it listens. */
export async function startServer(
  what: "ours" | "floor" | "peer",
  serving: Serving,
  place: Place,
): Promise<ServerProcess> {
  const started = performance.now();
  const databaseBefore = place.cpuSeconds();
  const message = JSON.stringify({ ...serving, place: place.address(what) } satisfies Told);
  const child = fork(resolve(import.meta.dirname, `serve-${what}.ts`), [message], {
    // A peer must not be given its dependencies' sources.
    execArgv: what === "peer" ? ["--expose-gc"] : ["--conditions=source", "--expose-gc"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { port, fillSeconds } = (await nextMessage(child)) as Ready;
  const startedIn = performance.now() - started;
  return controlServer(child, place, {
    port,
    startedIn,
    fillSeconds: fillSeconds + place.cpuSeconds() - databaseBefore,
  });
}

/** A process that serves already and in which `answer-questions.ts` runs. */
export function controlServer(
  child: ChildProcess,
  place: Place,
  start: Pick<ServerProcess, "port" | "startedIn" | "fillSeconds">,
): ServerProcess {
  return {
    ...start,
    usage: () => ask("usage"),
    usageWhenCollected: () => ask("collected"),
    watchMemory: () => void child.send("watch"),
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };

  async function ask(question: "usage" | "collected"): Promise<Usage> {
    child.send(question);
    const usage = (await nextMessage(child)) as Usage;
    return { ...usage, cpuSeconds: usage.cpuSeconds + place.cpuSeconds() };
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  return beforeExit(child, once(child, "message")).then(([message]) => message);
}

/** What is waited for, or the news that the process has ended without it. */
export async function beforeExit<T>(child: ChildProcess, awaited: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const ended = once(child, "exit", waiting).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  ended.catch(() => undefined);
  return Promise.race([awaited, ended]).finally(() => waiting.abort());
}
