import type { Shape } from "./records.ts";
import type { Ready, Usage } from "./server-process.ts";

/** What is served. */
export interface Serving {
  readonly kind: StoreKind;
  readonly rows: number;
  readonly shape: Shape;
  /** Whether the rows are there already. */
  readonly isFilled: boolean;
  /** The module of the peer that serves. */
  readonly peer?: string;
}

/** What a serving process is told. */
export interface Told extends Serving {
  /** Where the rows are: a file, or the address of a database; unused in memory. */
  readonly place: string;
}

export type StoreKind = "memory" | "sqlite" | "postgres";

export const storeKinds: readonly StoreKind[] = ["memory", "sqlite", "postgres"];

/** What the parent process told this one. */
export function readTold(): Told {
  return JSON.parse(process.argv[2] ?? "") as Told;
}

/** Tells the parent process the port, answers its questions about usage, and ends with it. */
export function answerParent(ready: Ready): void {
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
  process.send?.(ready);
}

const WATCHED_EVERY_MS = 2;

/** Seconds of this process's time that some work takes. */
export async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
