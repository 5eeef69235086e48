import type { LogEntry } from "@tablewright/core";

/** What an engine tells its operator, in the form of the server's log: one line of JSON. `now` as in `Services`. */
export function writeLogEntry({ level, message, details }: LogEntry, now: number): string {
  return JSON.stringify({ level: LEVELS[level], time: now, ...details, msg: message });
}

/** As the server's log numbers them. */
const LEVELS = { info: 30, warning: 40 } as const;
