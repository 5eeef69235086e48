import { hasOffset, localeForms, readLatLong, utcSecondsOf, type Value, zoneOf } from "../../values/index.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import { RowTable } from "../evaluate/row-table.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import { type After, HostCalls, type HostCodes } from "../runtime/host-calls.ts";
import { defaultLimits, type Limits, Meter } from "../runtime/meter.ts";
import {
  type Caller,
  RequestCache,
  type RequestContext,
  type TableRows,
} from "../runtime/request-context.ts";
import type { Reads } from "../tree/reads.ts";
import type { TableScope } from "../tree/scope.ts";
import type { CellForms } from "../tree/value-forms.ts";
import {
  type EvaluationContext,
  functionOf,
  readable,
  readSetting,
  readUser,
  readValues,
  recordOf,
  wallClockOf,
} from "./evaluation-context.ts";
import { ObjectReader, unreadable } from "./object-reader.ts";

type Given = { readonly tables?: Reads["tables"] | undefined; readonly codes?: HostCodes | undefined };

/**
 * A context of the public face as a request. Each part of it is read when an evaluation first asks for it, and once:
 * what an expression does not read costs nothing and may have any form. Throws `EvaluationError` for what does not read.
 */
export class BoundRequest implements RequestContext {
  readonly #scope: ExpressionScope;
  /** What the evaluation can read of other tables; everything without it. */
  readonly #tableReads: Reads["tables"] | undefined;
  readonly #codes: HostCodes | undefined;
  /** How cells are read: in the order of day, month and year of an expression's quoted dates. */
  readonly forms: CellForms;
  #context: EvaluationContext;
  #parts: ReadParts | undefined;
  #meter: Meter | undefined;
  #host: HostCalls | undefined;
  #draws: Draws | undefined;

  constructor(scope: ExpressionScope, context: EvaluationContext, { tables, codes }: Given = {}) {
    this.#scope = scope;
    const request = this;
    this.forms = {
      locale: scope.locale,
      get timeZone() {
        return request.timeZone;
      },
    };
    this.#context = readable(context);
    this.#tableReads = tables;
    this.#codes = codes;
  }

  /** Goes on to another context, of which nothing has been read. */
  begin(context: EvaluationContext): void {
    if (readable(context).limits !== this.#context.limits) this.#meter = undefined;
    this.#context = context;
    this.#parts = undefined;
    this.#host = undefined;
    this.#renewMeter();
  }

  /**
   * The result of an evaluation that calls asynchronous functions: it is repeated when answers have come, each time with the same
   * instant, the same random numbers and a fresh budget.
   */
  async inRounds<T>(evaluate: () => T): Promise<T> {
    const host = this.#hostCalls(true);
    this.#host = host;
    this.#draws = { drawn: [], next: 0 };
    for (;;) {
      let result: { readonly value: T } | undefined;
      try {
        result = { value: evaluate() };
      } catch (thrown) {
        if (!(thrown instanceof EvaluationError) || host.isComplete) throw thrown;
      }
      if (result !== undefined && host.isComplete) return result.value;
      await host.answerAll(this.meter);
      this.#read.kept = undefined;
      this.#meter?.rewind(0);
      this.#draws.next = 0;
    }
  }

  #renewMeter(): void {
    if (this.#meter === undefined) return;
    if (this.#meter.isTimed || this.#context.clock !== undefined) this.#meter = undefined;
    else this.#meter.rewind(0);
  }

  /** Begins the next evaluation in the same context: a budget of its own, and the instant of the platform's clock. */
  beginAnother(): void {
    this.#renewMeter();
    this.#host = undefined;
    if (this.#parts === undefined) return;
    this.#parts.kept = undefined;
    if (this.#context.now === undefined) this.#parts.now = undefined;
  }

  get isStrict(): boolean {
    return this.#scope.isStrict === true;
  }

  get now(): number {
    this.#read.now ??= this.#readNow();
    return this.#read.now;
  }

  get utcNow(): number {
    const { timeZone } = this;
    const instant = this.#context.now ?? platform.now();
    const utc = typeof instant === "string" && !hasOffset(instant) ? null : wallClockOf(instant, "UTC");
    return utc ?? utcSecondsOf(this.now, timeZone);
  }

  get timeZone(): string {
    this.#read.timeZone ??= readSetting("timezone", this.timeZoneName, "a time zone", zoneOf);
    return this.#read.timeZone;
  }

  get timeZoneName(): string {
    return this.#context.timezone ?? "UTC";
  }

  get locale(): string {
    const { locale } = this.#context;
    if (locale === undefined) return this.#scope.locale;
    this.#read.locale ??= readSetting(
      "locale",
      locale,
      "a Locale such as en-US",
      (tag) => localeForms(tag) && tag,
    );
    return this.#read.locale;
  }

  get location(): string {
    this.#read.location ??= readSetting(
      "location",
      this.#context.location ?? NOWHERE,
      "a LatLong",
      readLatLong,
    );
    return this.#read.location;
  }

  get user(): Caller {
    this.#read.user ??= readUser(recordOf("user", this.#context.user, {}));
    return this.#read.user;
  }

  get settings(): ReadonlyMap<string, Value> {
    this.#read.settings ??= readValues(recordOf("settings", this.#context.settings, {}));
    return this.#read.settings;
  }

  get parameters(): ReadonlyMap<string, Value> {
    this.#read.parameters ??= readValues(recordOf("parameters", this.#context.parameters, {}), "lists too");
    return this.#read.parameters;
  }

  get inputs(): ReadonlyMap<string, Value> {
    this.#read.inputs ??= readValues(recordOf("inputs", this.#context.inputs, {}));
    return this.#read.inputs;
  }

  random(): number {
    const draw = functionOf("random", this.#context.random ?? platform.random);
    const draws = this.#draws;
    if (draws === undefined) return drawn(draw);
    draws.drawn[draws.next] ??= drawn(draw);
    return draws.drawn[draws.next++] as number;
  }

  get host(): HostCalls {
    this.#host ??= this.#hostCalls(false);
    return this.#host;
  }

  #hostCalls(waits: boolean): HostCalls {
    const given = this.#context.after;
    const after: After = given === undefined ? platform.after : functionOf("after", given);
    return new HostCalls({ ...(this.#codes && { codes: this.#codes }), after, waits });
  }

  rowsOf(name: string): TableRows {
    this.#read.tables ??= new Map();
    const { tables } = this.#read;
    let rows = tables.get(name);
    if (rows === undefined) {
      rows = this.#readTable(name);
      tables.set(name, rows);
    }
    return rows;
  }

  /** Of the values that are the same for all rows of the request. */
  get kept(): RequestCache {
    this.#read.kept ??= new RequestCache();
    return this.#read.kept;
  }

  get meter(): Meter {
    this.#meter ??= this.#makeMeter();
    return this.#meter;
  }

  get #read(): ReadParts {
    this.#parts ??= {};
    return this.#parts;
  }

  #readNow(): number {
    const instant = this.#context.now ?? platform.now();
    const now = wallClockOf(instant, this.timeZone);
    if (now === null) throw unreadable("now", instant, "a DateTime");
    return now;
  }

  #makeMeter(): Meter {
    const { limits, clock } = this.#context;
    return new Meter(readLimits(limits), clock === undefined ? undefined : functionOf("clock", clock));
  }

  #readTable(name: string): TableRows {
    const table = this.#scope.tables.get(name) as TableScope;
    const tables = recordOf("tables", this.#context.tables, {});
    const rows = (Object.hasOwn(tables, name) ? tables[name] : undefined) ?? [];
    const path = `tables.${name}`;
    if (!Array.isArray(rows)) throw unreadable(path, rows, "a list of rows");
    const reader = new ObjectReader(table, {
      reads: this.#tableReads?.get(name),
      name: path,
      isStrict: this.#scope.isStrict,
    });
    return new RowTable(
      rows.map((json, index) => {
        const row = reader.makeRow();
        reader.read(json, row, this.forms, index + 1);
        return row;
      }),
      table,
    );
  }
}

/** The request of an evaluation in a context of the public face. */
export function requestIn(scope: ExpressionScope, context: EvaluationContext): RequestContext {
  return new BoundRequest(scope, context);
}

/** Of every platform; core is compiled for none of them. */
declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/**
 * The clock, the random numbers and the timer of the platform, for a context that names none of them. Nothing else in core reads the
 * outside world: the engine and the stores are handed both.
 */
export const platform = {
  /** Milliseconds since 1970-01-01 in UTC. */
  now: (): number => Date.now(),
  /** A number from 0 up to but without 1. */
  random: (): number => Math.random(),
  after: ((milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  }) satisfies After,
};

function drawn(draw: () => unknown): number {
  const number = draw();
  if (typeof number === "number" && number >= 0 && number < 1) return number;
  throw unreadable("random", number, "a number from 0 up to but without 1");
}

/** Limits that are left out, or undefined, are those of an evaluation that names none. */
function readLimits(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  const named = Object.entries(recordOf("limits", given, {})).filter(([, limit]) => limit !== undefined);
  for (const [name, limit] of named)
    if (typeof limit !== "number" || !(limit >= 0))
      throw unreadable(`limits.${name}`, limit, "a number from 0 on");
  return { ...defaultLimits, ...Object.fromEntries(named) };
}

/** The random numbers of an evaluation that is repeated. */
interface Draws {
  readonly drawn: number[];
  next: number;
}

/** What has been read of a context so far. */
interface ReadParts {
  now?: number | undefined;
  locale?: string;
  timeZone?: string;
  location?: string;
  user?: Caller;
  settings?: ReadonlyMap<string, Value>;
  parameters?: ReadonlyMap<string, Value>;
  inputs?: ReadonlyMap<string, Value>;
  tables?: Map<string, TableRows>;
  kept?: RequestCache | undefined;
}

const NOWHERE = "0, 0";
