import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { StoreKind } from "../open-store.ts";
import { answerQuestions, type Usage } from "./answer-questions.ts";
import type { Shape } from "./records.ts";
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
  const message = JSON.stringify({ ...serving, place: place.address(what) } satisfies ServingTask);
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

/** Rejects when the process ends before it sends one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
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

// For the process that serves.

/** What is served. */
export interface Serving {
  readonly kind: StoreKind;
  readonly rows: number;
  readonly shape: Shape;
  /** How long a call may take, where that is not what callers have by default. */
  readonly milliseconds?: number;
  /** The name of the peer that serves. */
  readonly peer?: string;
}

/** What a serving process is given. */
export interface ServingTask extends Serving {
  /** Where the rows are: a file, or the address of a database; unused in memory. */
  readonly place: string;
}

/** The task from the parent process. */
export function readServingTask(): ServingTask {
  return JSON.parse(process.argv[2] ?? "") as ServingTask;
}

/** Reports to the parent process that this one serves, answers its questions about usage, and ends with it. */
export function answerParent(ready: Ready): void {
  answerQuestions();
  process.send?.(ready);
}

/** Seconds of this process's time that some work takes. */
export async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The message of a serving process once it listens. */
interface Ready {
  readonly port: number;
  readonly fillSeconds: number;
}
