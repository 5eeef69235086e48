/** The milliseconds that a header `Retry-After` asks for, a number of seconds or a date; 0 for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/u.test(header)) return Number(header) * 1_000;
  const until = /[a-z]/iu.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
