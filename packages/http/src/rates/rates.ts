import { type Diagnostic, diagnose } from "@tablewright/core";
import { networkOf } from "../access/wrong-keys.ts";
import type { CallNotes } from "../reports/call-notes.ts";
import { type RateLimiter, rateLimiter } from "./rate-limiter.ts";
import type { SharedRates } from "./shared-rates.ts";

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
   * Tells what was taken here, and learns what was taken by all servers. Rejects when it cannot: what was not told is not
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
