/** How many calls somebody may make in a time. */
export interface RateLimiter {
  /** Takes one call of those of `name`; answers 0, or the seconds after which there is one again. `now` in milliseconds. */
  take(name: string, now: number): number;
}

/**
 * So many calls at once, which come back evenly within a minute. Of at most `most` names is an account kept, and the one that
 * called longest ago forgotten for a new one: a caller with that many names is bound by other limits.
 */
export function rateLimiter(callsPerMinute: number, most = MOST_ACCOUNTS): RateLimiter {
  const between = MINUTE / callsPerMinute;
  /** When all calls of a name have come back. */
  const fullAt = new Map<string, number>();
  return {
    take(name, now) {
      const full = Math.max(fullAt.get(name) ?? 0, now);
      const wait = full + between - (now + MINUTE);
      if (wait > ROUNDING) return Math.ceil(wait / 1_000);
      fullAt.delete(name);
      if (fullAt.size >= most) for (const oldest of fullAt.keys()) if (fullAt.delete(oldest)) break;
      fullAt.set(name, full + between);
      return 0;
    },
  };
}

const MINUTE = 60_000;

/** Milliseconds that sums of fractions may be off. */
const ROUNDING = 1e-3;

/** Keys, people and network addresses, of each. */
export const MOST_ACCOUNTS = 10_000;
