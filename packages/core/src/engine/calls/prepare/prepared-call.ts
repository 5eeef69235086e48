import type { Diagnostic } from "../../../diagnostics/index.ts";
import {
  AbortableSlice,
  defaultLimits,
  ENDLESS_SLICE,
  HostCalls,
  Meter,
  memo,
  platform,
  RequestCache,
  type RequestContext,
  type TimeSlice,
  TimeSlices,
} from "../../../expression/parts.ts";
import type { AppDefinition, SliceDefinition, TableDefinition } from "../../../schema/index.ts";
import type { OutboxEvent } from "../../../storage/index.ts";
import type { CallTarget } from "../../access/nameable.ts";
import { BatchLoadedTables } from "../../batch-loading/batch-loaded-tables.ts";
import { SentExactly } from "../../cells/sent-exactly.ts";
import { BufferedObserver, type Observations } from "../../observations/observations.ts";
import type { CallProperties } from "../../properties/index.ts";
import { unfilteredTables } from "../../visibility/filtered-plan.ts";
import { wireNamed } from "../../wires/index.ts";
import {
  type Call,
  type CallAnswer,
  type CallOrigin,
  type ChangeTerms,
  EventAllowance,
  type IdempotencyKey,
  type LogEntry,
} from "../call.ts";
import {
  type CallSettings,
  defaultEngineLimits,
  type EngineLimits,
  type Services,
} from "../engine-options.ts";
import type { EngineRequest } from "../request.ts";
import type { InvalidProperties } from "./read-properties.ts";

/** What is known of a call before it has begun. */
interface CallTerms {
  readonly target: CallTarget;
  readonly action: string;
  readonly request: EngineRequest;
  readonly properties: CallProperties;
  readonly needed: InvalidProperties;
  readonly draws: ReplayableRandom;
  readonly context: CallerContext;
  readonly caller: CallOrigin;
  readonly once: IdempotencyKey | undefined;
  readonly warnings: readonly Diagnostic[];
}

/** What expressions may read that is the same in every run. */
export type CallerContext = Omit<RequestContext, "random" | "rowsOf" | "meter">;

/**
 * A call that was read and has not begun. A store may have its work done several times, and each time is a `Call` of its
 * own: it has read, spent and reported nothing yet, and draws what the first one drew.
 */
export class PreparedCall {
  readonly app: AppDefinition;
  readonly table: TableDefinition;
  readonly slice: SliceDefinition | undefined;
  readonly caller: CallOrigin;
  readonly change: ChangeTerms;
  readonly answer: Pick<CallAnswer, "forms">;
  /** Properties that could not be read, and whether the run that began last has come to need them. */
  readonly needed: InvalidProperties;
  readonly #settings: CallSettings;
  readonly #terms: CallTerms;
  /** Every run of the call has the answers of those before it. */
  readonly #host: HostCalls | undefined;
  readonly #meters: Meter[] = [];
  #observations: Observations | undefined;

  constructor(settings: CallSettings, terms: CallTerms) {
    this.app = settings.definition;
    this.table = terms.target.table;
    this.slice = terms.target.slice;
    this.caller = terms.caller;
    const { DryRun: dryRun, OnDuplicate: updatesDuplicates, Form: forms, Cells: cells } = terms.properties;
    const { wire = "typed" } = terms.request;
    const isJson = cells === "of the wire" ? wireNamed(wire).takesJson : cells === "typed";
    this.change = { dryRun, updatesDuplicates, isJson, once: terms.once };
    this.answer = { forms };
    this.needed = terms.needed;
    this.#settings = settings;
    this.#terms = terms;
    const { codes, services } = settings;
    if (this.app.functions.size > 0)
      this.#host = new HostCalls({
        ...(codes && { codes }),
        after: services.after ?? platform.after,
        waits: true,
      });
  }

  /**
   * The call at its beginning. What it logs goes to `log`, for the operator unless one is given. In a transaction of several
   * calls it spends of the budgets of the `first`.
   */
  begin(log = this.log, first?: Call): Call {
    const { app, needed } = this;
    const { limits, observer, observe, everyRun } = this.#settings;
    const { action, request, properties, draws, warnings } = this.#terms;
    this.#observations = observe?.() ?? (observer && new BufferedObserver(observer));
    const { random, newId } = draws.begin();
    needed.begin();
    const engineLimits = limits === undefined ? defaultEngineLimits : allLimits(limits);
    const batchLoaded = new BatchLoadedTables(app.tables);
    const context = this.#context(random, batchLoaded, first);
    const unfiltered = unfilteredTables(app, context.user);
    const filtering = {
      ...context,
      rowsOf: (name: string) => unfiltered.rowsOf(name),
      kept: new RequestCache(),
    };
    const { listed, restored } = everyRun ?? {};
    return {
      app,
      action,
      table: this.table,
      slice: this.slice,
      caller: this.caller,
      read: {
        context: needed.watch(context),
        batchLoaded,
        filtering: needed.watch(filtering),
        unfiltered,
      },
      change: {
        ...this.change,
        isRuleWrite: false,
        isSampled: app.runs.sample === 1 || random() < app.runs.sample,
        instants: new SentExactly(this.caller.timeZone, draws.startedAt),
        ...(restored && { restored }),
      },
      answer: {
        wire: wireNamed(request.wire ?? "typed"),
        keepsJson: request.rowsAs === "json",
        version: properties.Version,
        ...this.answer,
        warnings,
      },
      limits: {
        events: first?.limits.events ?? new EventAllowance(engineLimits),
        pastChanges: engineLimits.pastChanges,
        expandLevels: engineLimits.expandLevels,
        ...(listed === undefined ? {} : { listed }),
      },
      startedAt: draws.startedAt,
      newId,
      log,
      needed,
      observations: this.#observations,
    };
  }

  /** The random numbers that its runs have drawn. */
  get random(): readonly number[] {
    return this.#terms.draws.numbers;
  }

  readonly log = (entry: LogEntry): void => this.#settings.services.log?.(entry);

  /** Hands on what a committed call has put into the outbox. */
  reportEvents(events: readonly OutboxEvent[]): void {
    for (const event of events) this.#settings.reportEvent?.(event);
  }

  /** Tells who observes the call what its last run has evaluated, and what all of its runs have spent. */
  reportEnd(): void {
    this.#observations?.tell();
    this.#terms.request.reportFuel?.(this.#meters.reduce((steps, { spent }) => steps + spent, 0));
  }

  #context(random: () => number, batchLoaded: BatchLoadedTables, first: Call | undefined): RequestContext {
    const meter = first?.read.context.meter ?? this.#newMeter();
    return {
      ...this.#terms.context,
      random,
      rowsOf: (name) => batchLoaded.rowsOf(name),
      meter,
      kept: new RequestCache(),
      ...(this.#host && { host: this.#host }),
    };
  }

  #newMeter(): Meter {
    const { services, limits } = this.#settings;
    const evaluationLimits = limits === undefined ? defaultLimits : allLimits(limits);
    const slice = sliceOf(this.#terms.request, services);
    const meter = new Meter(evaluationLimits, () => services.now(), undefined, slice);
    this.#meters.push(meter);
    return meter;
  }
}

/** The limits of an engine, of all its calls one object. */
const allLimits = memo((limits: Partial<EngineLimits>) => ({
  ...defaultLimits,
  ...defaultEngineLimits,
  ...limits,
}));

/** The time slices that a call was given, else those of the program where it can be paused. */
function sliceOf({ turn, signal }: EngineRequest, services: Services): TimeSlice {
  const slice = turn ?? slicesOf(services)?.begin() ?? ENDLESS_SLICE;
  return signal === undefined ? slice : new AbortableSlice(slice, signal);
}

/** The time slices of a program, whose engines share its processor; undefined where it cannot be paused. */
export const slicesOf = memo(
  (services: Services) =>
    services.pause && new TimeSlices(services.now.bind(services), services.pause.bind(services)),
);

/** What a run of a call's work takes from outside. */
type Draws = Pick<Services, "random" | "newId">;

/** What the work of one call takes from outside: every run of it is given the same, in the same order. */
export class ReplayableRandom {
  /** When the call began, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly #numbers: () => () => number;
  readonly #ids: () => () => string;

  /** Those that were drawn so far. */
  readonly numbers: readonly number[];

  constructor(services: Services, startedAt = services.now()) {
    this.startedAt = startedAt;
    const numbers: number[] = [];
    this.numbers = numbers;
    this.#numbers = recorded(() => services.random(), numbers);
    this.#ids = recorded(() => services.newId());
  }

  /** The draws of one run, from the first on. */
  begin(): Draws {
    return { random: this.#numbers(), newId: this.#ids() };
  }
}

/** Each call of the answer begins at the first draw; what was not drawn before is drawn now. */
function recorded<T>(draw: () => T, drawn: T[] = []): () => () => T {
  return () => {
    let at = 0;
    return () => {
      if (at === drawn.length) drawn.push(draw());
      return drawn[at++] as T;
    };
  };
}
