import { type Diagnostic, diagnose } from "@tablewright/core";
import type { Change, Undoing } from "../calls/record-calls.ts";
import { done, type Reply, refused } from "../calls/reply.ts";

export interface PreparedLimits {
  /** Milliseconds for which a change may be carried out. */
  readonly lifetime: number;
  readonly perCaller: number;
  readonly inAll: number;
}

const defaultPreparedLimits: PreparedLimits = {
  lifetime: 5 * 60_000,
  perCaller: 20,
  inAll: 200,
};

/** Changes that are carried out together, or the undo of a call: tried, and not carried out yet. */
type Prepared = { readonly changes: readonly Change[] } | Undoing;

/** The changes that callers have prepared, by tokens that cannot be guessed: each for its caller, for a while, and once. */
export class PreparedChanges {
  readonly limits: PreparedLimits;
  readonly #now: () => number;
  readonly #changes = new Map<string, Prepared & { readonly caller: string; readonly until: number }>();

  constructor(limits: Partial<PreparedLimits> = {}, now: () => number = Date.now) {
    this.limits = { ...defaultPreparedLimits, ...limits };
    this.#now = now;
  }

  /** The token of a change that was tried in a dry run, and may be carried out as it is. */
  add(caller: string, change: Prepared): Reply<string> {
    this.#forgetOld();
    const { perCaller, inAll, lifetime } = this.limits;
    const own = [...this.#changes.values()].filter((one) => one.caller === caller).length;
    if (own >= perCaller) return refused(tooMany(perCaller));
    if (this.#changes.size >= inAll) return refused(tooMany(inAll));
    const token = crypto.randomUUID();
    this.#changes.set(token, { ...change, caller, until: this.#now() + lifetime });
    return done(token);
  }

  /** What is said of a token when it is given. */
  get notice(): string {
    const seconds = Math.floor(this.limits.lifetime / 1_000);
    return `Nothing has been changed. carry_out with this token does it, within ${seconds} seconds.`;
  }

  /** The change of a token, which is used up by it. One of another caller is as one that is not there. */
  take(caller: string, token: string): Reply<Prepared> {
    this.#forgetOld();
    const change = this.#changes.get(token);
    if (change?.caller !== caller) return refused(diagnose("request/unknown-token", {}));
    this.#changes.delete(token);
    return done(change);
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [token, { until }] of this.#changes) if (until <= now) this.#changes.delete(token);
  }
}

function tooMany(limit: number): Diagnostic {
  return diagnose("limit/prepared", { limit });
}
