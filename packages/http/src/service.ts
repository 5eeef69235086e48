import type { Wire } from "@tablewright/core";
import { digestOf, type HeldKey } from "./access/access-key.ts";
import { createWrongKeys, type WrongKeys } from "./access/wrong-keys.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { RecordApiOptions, ServedEngine } from "./settings.ts";
import { createKeyTurns } from "./turns/key-turns.ts";
import { createRoom, type Room } from "./turns/room.ts";
import { Scheduler } from "./turns/scheduler.ts";

/** The record web API with every default filled in: what a route works with. */
export interface Service {
  readonly applications: readonly Application[];
  readonly wire: Wire;
  readonly allowKeyInQuery: boolean;
  readonly limits: Limits;
  /** Shares the processor between calls. */
  readonly scheduler: Scheduler;
  /** The room in which calls of all keys wait for a place. */
  readonly waiting: Room;
  /** Bytes of the bodies that calls of all keys brought. */
  readonly bodies: Room;
  readonly wrongKeys: WrongKeys;
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
export function createService(
  options: RecordApiOptions,
  isClosing: () => boolean,
  scheduler?: Scheduler,
): Service {
  const limits = { ...defaultLimits, ...options.limits };
  const waiting = createRoom("waitingInAll", limits.waitingInAll);
  const applications = options.engines.map((engine) => toApplication(engine, limits, waiting));
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
    waiting,
    scheduler: scheduler ?? new Scheduler(limits),
    bodies: createRoom("bodyBytesInAll", limits.bodyBytesInAll),
    wrongKeys: createWrongKeys(limits.wrongKeys, limits.wrongKeyAddresses),
    now: options.now ?? Date.now,
    isClosing,
  };
}

function toApplication(engine: ServedEngine, limits: Limits, waiting: Room): Application {
  const keys = engine.app.api.accessKeys.flatMap((key) => {
    const digest = digestOf(key);
    return digest === undefined ? [] : [{ key, digest, turns: createKeyTurns(limits, waiting) }];
  });
  return { name: engine.app.id, engine, keys };
}
