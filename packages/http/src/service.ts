import type { Wire } from "@tablewright/core";
import { digestOf, type HeldKey } from "./access/access-key.ts";
import { createTurnstile } from "./access/turnstile.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { RecordApiOptions, ServedEngine } from "./settings.ts";

/** The record web API with every default filled in: what a route works with. */
export interface Service {
  readonly applications: readonly Application[];
  readonly wire: Wire;
  readonly allowKeyInQuery: boolean;
  readonly limits: Limits;
  now(): number;
  /** Whether the server has begun to close. */
  isClosing(): boolean;
}

export interface Application {
  /** Its id, by which a path names it. */
  readonly name: string;
  readonly engine: ServedEngine;
  readonly keys: readonly HeldKey[];
}

/** Throws when two engines serve applications of one id. */
export function createService(options: RecordApiOptions, isClosing: () => boolean): Service {
  const limits = { ...defaultLimits, ...options.limits };
  const applications = options.engines.map((engine) => toApplication(engine, limits));
  const ids = new Set(applications.map((application) => application.name.toLowerCase()));
  if (ids.size < applications.length) {
    throw new Error(
      `Every application needs an id of its own: ${applications.map(({ name }) => name).join(", ")}.`,
    );
  }
  return {
    applications,
    wire: options.wire ?? "spec",
    allowKeyInQuery: options.allowKeyInQuery ?? true,
    limits,
    now: options.now ?? Date.now,
    isClosing,
  };
}

function toApplication(engine: ServedEngine, limits: Limits): Application {
  const keys = engine.app.api.accessKeys.flatMap((key) => {
    const digest = digestOf(key);
    const turnstile = createTurnstile(limits.callsPerKey, limits.waitingPerKey);
    return digest === undefined ? [] : [{ key, digest, turnstile }];
  });
  return { name: engine.app.id, engine, keys };
}
