import { type Diagnostic, diagnose } from "@tablewright/core";
import { networkOf } from "../access/wrong-keys.ts";
import type { CallNotes } from "../reports/call-report.ts";

/** The most calls in a minute; what is left out is not limited. */
export interface RateOptions {
  /** Of one access key, or one person who signs in. */
  readonly perKey?: number | undefined;
  /** Of one network address, of whatever keys. */
  readonly perAddress?: number | undefined;
}

/** The limits in time of one server, which counts by itself and learns from time to time what others have counted. */
export interface Rates {
  /** What to answer when the key has called too often; when it may call again is noted. */
  ofKey(name: string, now: number, notes: CallNotes): Diagnostic | undefined;
  ofAddress(address: string | undefined, now: number, notes: CallNotes): Diagnostic | undefined;
  /**
   * Reports what this server took, and returns what all servers took. Rejects when it cannot: what was not reported is not
   * counted by the others, and has come back within a minute anyway.
   */
  exchange(shared: SharedRates, now: () => number): Promise<void>;
}

export function createRates({ perKey, perAddress }: RateOptions = {}): Rates {
  const keys = perKey === undefined ? undefined : rateLimiter(perKey);
  const networks = perAddress === undefined ? undefined : rateLimiter(perAddress);
  const ofNetwork = limited("this network address", perAddress, networks);
  return {
    ofKey: limited("this key", perKey, keys),
    ofAddress: (address, now, notes) =>
      address === undefined || networks === undefined ? undefined : ofNetwork(networkOf(address), now, notes),
    async exchange(shared, now) {
      const limiters = Object.entries({ keys, networks });
      const taken = limiters.flatMap(
        ([kind, limiter]) =>
          limiter?.taken().map(({ name, ...rest }) => ({ name: `${kind}/${name}`, ...rest })) ?? [],
      );
      for (const { name, milliseconds } of await shared.exchange(taken)) {
        const at = name.indexOf("/");
        const [, limiter] = limiters.find(([kind]) => kind === name.slice(0, at)) ?? [];
        limiter?.learn({ name: name.slice(at + 1), milliseconds }, now());
      }
    },
  };
}

function limited(whose: string, limit: number | undefined, limiter: RateLimiter | undefined): Rates["ofKey"] {
  if (limit === undefined || limiter === undefined) return () => undefined;
  return (name, now, notes) => {
    const seconds = limiter.take(name, now);
    if (seconds === 0) return undefined;
    notes.retryAfter = seconds;
    return diagnose("limit/rate", { whose, limit });
  };
}

/** How many calls one caller may make in a time. */
interface RateLimiter {
  /** Takes one call of those of `name`; answers 0, or the seconds after which there is one again. `now` in milliseconds. */
  take(name: string, now: number): number;
  /** What was taken since this was last asked. */
  taken(): readonly TakenTime[];
  /** Notes what all servers have taken of a name and has not come back; of one that knows of more that stays. */
  learn(shared: TakenTime, now: number): void;
}

/**
 * So many calls at once, which come back evenly within a minute. Of at most `most` names is an account kept, and the one that
 * called longest ago forgotten for a new one: a caller with that many names is bound by other limits.
 */
export function rateLimiter(callsPerMinute: number, most = MOST_ACCOUNTS): RateLimiter {
  const between = MINUTE / callsPerMinute;
  /** When all calls of a name have come back. */
  const fullAt = new Map<string, number>();
  const untold = new Map<string, number>();
  const note = (name: string, full: number) => {
    fullAt.delete(name);
    if (fullAt.size >= most)
      for (const oldest of fullAt.keys())
        if (fullAt.delete(oldest)) {
          untold.delete(oldest);
          break;
        }
    fullAt.set(name, full);
  };
  return {
    take(name, now) {
      const full = Math.max(fullAt.get(name) ?? 0, now);
      const wait = full + between - (now + MINUTE);
      if (wait > ROUNDING) return Math.ceil(wait / 1_000);
      note(name, full + between);
      untold.set(name, (untold.get(name) ?? 0) + between);
      return 0;
    },
    taken() {
      const reports = [...untold].map(([name, milliseconds]) => ({ name, milliseconds }));
      untold.clear();
      return reports;
    },
    learn({ name, milliseconds }, now) {
      const full = now + milliseconds + (untold.get(name) ?? 0);
      if (full > (fullAt.get(name) ?? now)) note(name, full);
    },
  };
}

const MINUTE = 60_000;

/** Milliseconds that sums of fractions may be off. */
const ROUNDING = 1e-3;

/** Keys, people and network addresses, of each. */
const MOST_ACCOUNTS = 10_000;

/** Where several servers keep together how much has been taken of their limits in time, such as a table of a database. */
export interface SharedRates {
  /**
   * Adds what one server has taken since it last did, and answers what all of them together have taken and has not come back.
   * Rejects when it cannot; a server then goes on by its own count.
   */
  exchange(taken: readonly TakenTime[]): Promise<readonly TakenTime[]>;
}

/** Calls of a key, a person or an address, as the time in which they come back. */
export interface TakenTime {
  readonly name: string;
  readonly milliseconds: number;
}
