import { InvalidArgumentError } from "commander";

/** What the clock shows, as an option gives it. */
export function readNow(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/u.test(text)) return text;
  throw new InvalidArgumentError("It is not a time such as 2026-03-01T09:30:00.");
}

/** A time zone as an option gives it; one that nothing reads would be passed over whatever its name. */
export function readTimeZone(name: string): string {
  if (wallClock(new Date(0), name) !== undefined) return name;
  throw new InvalidArgumentError("It is not a time zone such as Europe/Berlin.");
}

/** What the clock on the wall of a time zone shows at an instant, as `2026-03-01T09:30:00`; undefined for no such zone. */
export function wallClock(instant: Date, timezone: string): string | undefined {
  try {
    // Swedish writes dates as ISO does.
    const text = instant.toLocaleString("sv-SE", { timeZone: timezone });
    return text.replace(" ", "T");
  } catch {
    return undefined;
  }
}
