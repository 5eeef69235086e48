export interface Usage {
  /** Seconds of processor time since the start, those of the database included. */
  readonly cpuSeconds: number;
  /** Memory that the process holds now and that it held at most, in MB. */
  readonly memory: number;
  readonly peak: number;
}

/**
 * In a server's process: answers what the parent process asks about usage, and ends with it. Needs `--expose-gc`.
 * The file imports nothing, so that it can be loaded into a process that runs a program as published.
 */
export function answerQuestions(): void {
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
