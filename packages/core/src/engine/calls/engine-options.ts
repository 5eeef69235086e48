import type { After, FunctionDeclaration, HostCode, RequestLimits } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { OutboxEvent, Store } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { EngineObserver, Observations } from "../observations/observations.ts";
import type { CallChange, CallLimits, LogEntry } from "./call.ts";

export interface EngineOptions {
  readonly definition: AppDefinition;
  readonly store: Store;
  readonly services: Services;
  /** Answer Finds and change nothing, neither rows nor tables; every other call is rejected with `server/read-only`. */
  readonly readOnly?: boolean;
  /** Keep this definition and those before it, and who saved them, also where nothing has a history. */
  readonly keepsVersions?: boolean;
  /** What a call may spend; what is left out stays as in `docs/limits.md`. */
  readonly limits?: Partial<EngineLimits>;
  /**
   * The code of functions that the definition declares with `host: true`, by `defineFunction`. The engine is not made where one has
   * no code, or code with other types. What else is among them is not called.
   */
  readonly functions?: readonly FunctionDeclaration[];
  /** What the steps `call` of workflow rules do, by their names. They run where events are delivered. */
  readonly steps?: HostSteps;
  /** Learns of every expression of the definition that is evaluated; without one nothing is noted. */
  readonly observer?: EngineObserver;
}

/**
 * Code of the program by the names of steps. Each is called at least once for an event, and again later when it throws,
 * rejects, or does not end within the time of an attempt.
 */
export type HostSteps = Readonly<Record<string, (event: StepEvent) => unknown>>;

/** What a step `call` is about. */
export interface StepEvent {
  /** The same in every attempt. */
  readonly id: string;
  readonly app: string;
  readonly rule: string;
  readonly table: string;
  /** The key of the row as people read it. */
  readonly key: string;
  readonly change: "add" | "edit" | "delete" | "schedule";
  /** The stored columns in their JSON form, without sensitive ones. */
  readonly before: Readonly<Record<string, JsonValue>> | null;
  readonly after: Readonly<Record<string, JsonValue>> | null;
}

/** What all calls of an engine have in common. */
export interface CallSettings {
  readonly definition: AppDefinition;
  readonly services: Services;
  readonly limits?: Partial<EngineLimits>;
  /** The code of functions of which the definition has only the signature. */
  readonly codes?: ReadonlyMap<string, HostCode>;
  readonly observer?: EngineObserver;
  /** What notes a run of a call, in place of an observer. */
  readonly observe?: () => Observations;
  /** Takes each event of the outbox after the commit. */
  readonly reportEvent?: (event: OutboxEvent) => void;
  /** What a call draws in place of the services' random numbers; asked for each call that is prepared. */
  readonly draws?: () => Pick<Services, "random">;
  /** What holds in every run of a load. */
  readonly everyRun?: Pick<CallLimits, "listed"> & Pick<CallChange, "restored">;
}

/** What the engine may not take from the outside world by itself. */
export interface Services {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** A number from 0 up to but without 1, which cannot be predicted: UNIQUEID draws keys with it, and RANDBETWEEN. */
  random(): number;
  /** A new text, different from all before, such as a UUID; it names events and rule runs. */
  newId(): string;
  /**
   * Lets the program do other work, and settles when a call may go on, such as `setImmediate` of `node:timers/promises`. With it
   * no call holds the event loop for long; without it a call that was given no `turn` never pauses.
   */
  pause?(): Promise<unknown>;
  /**
   * Runs something after so many milliseconds and returns what cancels it, for the time-outs of functions of the program. Default:
   * `setTimeout` of the platform.
   */
  after?: After;
  /** USERROLE() of a caller; without it, or where it gives undefined, the definition's `roles` say. */
  roleOf?(email: string): string | undefined | Promise<string | undefined>;
  /** Takes note of what an operator may want to know; without it that is lost. */
  log?(entry: LogEntry): void;
}

/** What a call of an engine may spend: on evaluating, and on what follows from it. */
export interface EngineLimits extends RequestLimits {
  /** Webhooks and mails that the workflow rules of one call put into the outbox. */
  readonly events: number;
  /** Rows that one run of a schedule is for. */
  readonly scheduledRows: number;
  /** Rows that one attachment of a mail may have. */
  readonly attachmentRows: number;
  /** Rows for which the blocks of one template are repeated, all together. */
  readonly templateRows: number;
  /** UTF-16 units of what one template is filled in to. */
  readonly templateLength: number;
  /** Groups that a summary may have. */
  readonly groups: number;
  /** Levels of rows that `Expand` of a Find follows Refs over. */
  readonly expandLevels: number;
  /** Calls of a batch, which together may spend what one call may. */
  readonly calls: number;
  /** Rows that one live Selector may have. */
  readonly liveRows: number;
  /** Rows that the live Selectors of one access key hold together. */
  readonly liveRowsPerKey: number;
  /** Rows that all live Selectors of an engine hold; those of subscribers to the same rows count once. */
  readonly liveRowsInAll: number;
  /** Changes since then that a Find with `AsOf`, or an undo, goes back over. */
  readonly pastChanges: number;
}

export const defaultEngineLimits: Omit<EngineLimits, keyof RequestLimits> = {
  events: 10_000,
  scheduledRows: 100_000,
  attachmentRows: 10_000,
  templateRows: 10_000,
  templateLength: 4_194_304,
  groups: 10_000,
  expandLevels: 2,
  calls: 100,
  pastChanges: 100_000,
  liveRows: 10_000,
  liveRowsPerKey: 125_000,
  liveRowsInAll: 500_000,
};
