/** How long a time such as `12h`, `30d`, `8w` or `2y` lasts. */
export function millisecondsOf(timeSpan: string): number;
export function millisecondsOf(timeSpan: string | undefined): number | undefined;
export function millisecondsOf(timeSpan: string | undefined): number | undefined {
  if (timeSpan === undefined) return undefined;
  const unit = timeSpan.at(-1) as keyof typeof HOURS;
  return Number(timeSpan.slice(0, -1)) * HOURS[unit] * 3_600_000;
}

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
