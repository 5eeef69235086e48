import { setTimeout } from "node:timers/promises";
import type { Wire } from "@tablewright/core";
import { digestOf, type HeldKey } from "./access/access-key.ts";
import { createSignIn, type SignIn } from "./access/sign-in/sign-in.ts";
import { createWrongKeys, type WrongKeys } from "./access/wrong-keys.ts";
import { type Console, createConsole } from "./console/answer-console.ts";
import { defaultServiceLimits, limitsForMemory, memoryOfProcess, type ServiceLimits } from "./limits.ts";
import { createRates, type Rates } from "./rates/rates.ts";
import type { RecordApiOptions, ServedEngine } from "./settings.ts";
import { createKeyTurns, createRoom, type KeyTurns, type Room } from "./turns/room.ts";
import { Scheduler } from "./turns/scheduler.ts";

/** The record web API with every default filled in: what a route works with. */
export interface Service {
  /** As they are served now. */
  readonly applications: readonly Application[];
  replaceEngines(engines: readonly ServedEngine[]): void;
  readonly wire: Wire;
  readonly allowKeyInQuery: boolean;
  readonly limits: ServiceLimits;
  readonly console: Console | undefined;
  readonly events: RecordApiOptions["events"];
  readonly tests: RecordApiOptions["tests"];
  readonly definitions: RecordApiOptions["definitions"];
  readonly assistants: RecordApiOptions["assistants"];
  /** Shares the processor between calls. */
  readonly scheduler: Scheduler;
  /** The room in which calls of all keys wait for a place. */
  readonly waiting: Room;
  /** Live Selectors that are open. */
  readonly live: Room;
  /** Bytes of the bodies that calls of all keys brought. */
  readonly bodies: Room;
  readonly wrongKeys: WrongKeys;
  readonly rates: Rates;
  /** Whose pages may call. */
  readonly origins: readonly string[];
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** Whether the server has begun to close. */
  isClosing(): boolean;
}

export interface Application {
  /** Its id, by which a path names it. */
  readonly name: string;
  readonly engine: ServedEngine;
  readonly keys: readonly HeldKey[];
  /** How people sign in, where they do. */
  readonly signIn: SignIn | undefined;
}

/** Throws when two engines serve applications of one id, and where an origin of pictures is none. */
export function createService(
  options: RecordApiOptions,
  isClosing: () => boolean,
  scheduler?: Scheduler,
): Service {
  const limits = { ...defaultServiceLimits, ...limitsForMemory(memoryOfProcess()), ...options.limits };
  const waiting = createRoom("waitingInAll", limits.waitingInAll);
  const newTurns = () => createKeyTurns(limits, waiting);
  let applications = toApplications(options.engines, newTurns);
  return {
    get applications() {
      return applications;
    },
    replaceEngines(engines) {
      applications = toApplications(engines, newTurns, applications);
    },
    wire: options.wire ?? "spec",
    allowKeyInQuery: options.allowKeyInQuery ?? true,
    limits,
    waiting,
    console: options.console && createConsole(options.console, options.imageOrigins),
    events: options.events,
    tests: options.tests,
    definitions: options.definitions,
    assistants: options.assistants,
    scheduler: scheduler ?? new Scheduler(limits),
    live: createRoom("liveInAll", limits.liveInAll),
    bodies: createRoom("bodyBytesInAll", limits.bodyBytesInAll),
    wrongKeys: createWrongKeys(limits.wrongKeys, limits.wrongKeyAddresses),
    rates: createRates(options.rates),
    origins: options.origins ?? [],
    now: options.now ?? Date.now,
    wait: options.wait ?? ((milliseconds) => setTimeout(milliseconds, undefined, { ref: false })),
    isClosing,
  };
}

/** A key that was there before, by its name, keeps its turns, and so what its calls under way take. */
function toApplications(
  engines: readonly ServedEngine[],
  newTurns: () => KeyTurns,
  before: readonly Application[] = [],
): readonly Application[] {
  const ids = new Set(engines.map(({ app }) => app.id.toLowerCase()));
  if (ids.size < engines.length) {
    throw new Error(`Every application needs another id: ${engines.map(({ app }) => app.id).join(", ")}.`);
  }
  return engines.map((engine) => {
    const { id: name, api } = engine.app;
    const { keys: held = [], signIn: earlier } =
      before.find((application) => application.name === name) ?? {};
    const keys = api.accessKeys.flatMap((key) => {
      const digest = digestOf(key);
      const turns = held.find((one) => one.key.name === key.name)?.turns ?? newTurns();
      return digest === undefined ? [] : [{ key, digest, turns }];
    });
    const signIn = toSignIn(api.signIn, newTurns, earlier);
    return { name, engine, keys, signIn };
  });
}

/** The same as before where its rules are, with the provider's keys that it has fetched. */
function toSignIn(
  rules: SignIn["rules"] | undefined,
  newTurns: () => KeyTurns,
  earlier: SignIn | undefined,
): SignIn | undefined {
  if (rules === undefined) return undefined;
  const isSame = earlier !== undefined && JSON.stringify(earlier.rules) === JSON.stringify(rules);
  return isSame ? earlier : createSignIn(rules, newTurns);
}

/** What is under way at one moment, in all applications. */
export interface CallLoad {
  /** Calls that are being carried out, or whose answers are being sent. */
  readonly working: number;
  /** Calls that wait for a place among those of their key. */
  readonly waiting: number;
  /** Bytes of bodies that are held. */
  readonly bodyBytes: number;
}

export function loadOf({ applications, waiting, bodies }: Service): CallLoad {
  let working = 0;
  for (const { keys } of applications) for (const { turns } of keys) working += turns.limiter.inside;
  return { working, waiting: waiting.taken, bodyBytes: bodies.taken };
}
