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
