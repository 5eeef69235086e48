import { type Diagnostic, diagnose } from "@tablewright/core";
import { networkOf } from "../access/wrong-keys.ts";
import type { CallNotes } from "../reports/call-notes.ts";
import { rateLimiter } from "./rate-limiter.ts";

/** The most calls in a minute; what is left out is not limited. */
export interface RateOptions {
  /** Of one access key, or one person who signs in. */
  readonly perKey?: number | undefined;
  /** Of one network address, of whatever keys. */
  readonly perAddress?: number | undefined;
}

/** The limits in time of one server, which counts by itself: several of them allow as many times as much. */
export interface Rates {
  /** What to answer when the key has called too often; when it may call again is noted. */
  ofKey(name: string, now: number, notes: CallNotes): Diagnostic | undefined;
  ofAddress(address: string | undefined, now: number, notes: CallNotes): Diagnostic | undefined;
}

export function createRates({ perKey, perAddress }: RateOptions = {}): Rates {
  const ofNetwork = limited("this network address", perAddress);
  return {
    ofKey: limited("this key", perKey),
    ofAddress: (address, now, notes) =>
      address === undefined ? undefined : ofNetwork(networkOf(address), now, notes),
  };
}

function limited(whose: string, limit: number | undefined): Rates["ofKey"] {
  if (limit === undefined) return () => undefined;
  const limiter = rateLimiter(limit);
  return (name, now, notes) => {
    const seconds = limiter.take(name, now);
    if (seconds === 0) return undefined;
    notes.retryAfter = seconds;
    return diagnose("limit/rate", { whose, limit });
  };
}
