import type { Usage } from "./messages.ts";

/**
 * In a server's process: answers what the parent process asks about usage, and ends with it. Needs `--expose-gc`. It stands
 * alone, so that it can be put into a process which runs a program as it is published.
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
