import { readDateTime, wallSecondsAt } from "../../values/index.ts";

/**
 * The wall clock of a zone, in seconds, that `now` means: ISO text without zone is that wall clock itself; text with `Z`
 * or an offset, a Date and a number of milliseconds are instants. Null for anything else.
 */
export function readNow(now: unknown, timeZone: string): number | null {
  if (typeof now === "string") return readDateTime(now, "en-US", timeZone);
  const milliseconds = now instanceof Date ? now.getTime() : now;
  if (typeof milliseconds !== "number" || !Number.isFinite(milliseconds)) return null;
  return wallSecondsAt(milliseconds, timeZone);
}
