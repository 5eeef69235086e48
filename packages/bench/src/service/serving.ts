import type { StoreKind } from "../open-store.ts";
import type { Shape } from "./records.ts";

/** What is served. */
export interface Serving {
  readonly kind: StoreKind;
  readonly rows: number;
  readonly shape: Shape;
  /** Whether the rows are there already. */
  readonly isFilled: boolean;
  /** How long a call may take, where that is not what callers have by default. */
  readonly milliseconds?: number;
  /** The module of the peer that serves. */
  readonly peer?: string;
}

/** What a serving process is given. */
export interface Told extends Serving {
  /** Where the rows are: a file, or the address of a database; unused in memory. */
  readonly place: string;
}

/** What the parent process told this one. */
export function readTold(): Told {
  return JSON.parse(process.argv[2] ?? "") as Told;
}

/** Tells the parent process that this one serves, answers its questions about usage, and ends with it. */
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

export interface Usage {
  /** Seconds of processor time since the start, those of the database included. */
  readonly cpuSeconds: number;
  /** Memory that the process holds now and that it held at most, in MB. */
  readonly memory: number;
  readonly peak: number;
}

/** What a serving process says once it listens. */
export interface Ready {
  readonly port: number;
  readonly fillSeconds: number;
}

/**
 * In a server's process: answers what the parent process asks about usage, and ends with it. Needs `--expose-gc`. It stands
 * alone, so that it can be put into a process which runs a program as it is published.
 */
function answerQuestions(): void {
  let watched: number | undefined;
  process.on("disconnect", () => process.exit(0));
  process.on("message", (message) => {
    // Not before every answer: collecting a large table would count as time of the requests.
    if (message !== "usage") globalThis.gc?.();
    const memory = process.memoryUsage.rss() / 1e6;
    if (message === "watch") {
      watched = memory;
      setInterval(() => {
        watched = Math.max(watched ?? 0, process.memoryUsage.rss() / 1e6);
      }, WATCHED_EVERY_MS).unref();
      return;
    }
    const { user, system } = process.cpuUsage();
    const peak = watched ?? process.resourceUsage().maxRSS / 1e3;
    process.send?.({ cpuSeconds: (user + system) / 1e6, memory, peak } satisfies Usage);
  });
}

const WATCHED_EVERY_MS = 2;
