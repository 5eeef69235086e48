import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { batchOf, type Row, type RowReader } from "../../storage/index.ts";
import { explained } from "../access/explained.ts";
import { type CallTarget, shownColumns } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { CallSettings, EngineLimits, EngineOptions } from "../calls/engine-options.ts";
import { prepareCall } from "../calls/prepare/prepare-call.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { rejectIfRead } from "../calls/prepare/read-properties.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type LiveRow, type LiveStep, type Result, type ResultRow, rejected } from "../calls/result.ts";
import { planRead, type ReadPlan } from "../find/read-plan.ts";
import { answerPlan } from "../find-records.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";
import { type LiveReads, liveReadsOf } from "./live-reads.ts";

/** The rows of a group as JSON, by their keys. */
type LiveState = ReadonlyMap<string, string>;

/** What rows were before they changed, by their keys: their JSON, or undefined for a row that was not there. */
export type ChangedRows = ReadonlyMap<string, string | undefined>;

/** A live Selector, ready to be read. */
export interface PlannedLive {
  readonly prepared: PreparedCall;
  readonly plan: ReadPlan;
  readonly reads: LiveReads;
}

/** Plans the Find of a live Selector. The caller's role and the time are those of now. */
export async function planLive(
  settings: LiveSettings,
  target: CallTarget,
  request: EngineRequest,
): Promise<Outcome<PlannedLive>> {
  const { output: prepared, diagnostics } = await prepareCall(settings, target, request, "Find");
  if (prepared === undefined) return { output: undefined, diagnostics };
  const planned = await explained(
    settings.definition,
    (async () => planRead(prepared.begin(), request))(),
    (errors): Outcome<ReadPlan> => ({ output: undefined, diagnostics: errors }),
    request,
  );
  if (planned.output === undefined) return { output: undefined, diagnostics: planned.diagnostics };
  const { answer } = planned.output.call;
  const { columns } = shownColumns(planned.output.call);
  const shown = { columns, computedKey: true, rowNumber: answer.shown?.rowNumber ?? false };
  const plan = { ...planned.output, call: { ...planned.output.call, answer: { ...answer, shown } } };
  const reads = liveReadsOf(plan);
  const { services, store } = settings;
  // What the program says of a caller, and what a database shows them, is in no journal.
  const isOutside = store.readsByIdentity === true || (reads.isOfCaller && services.roleOf !== undefined);
  return {
    output: { prepared, plan, reads: isOutside ? { ...reads, isTimed: true } : reads },
    diagnostics: [],
  };
}

type LiveSettings = CallSettings & Pick<EngineOptions, "store">;

/** What receives the changes of a group. */
interface Subscriber {
  /** The name of the access key that it reads with, if any. */
  readonly accessKey: string | undefined;
  /** Rows have changed, and are by now as the group has them. */
  take(changed: ChangedRows): void;
  /** Nothing follows: because of errors, or, without any, because the reader has to begin again. */
  end(errors: readonly Diagnostic[]): void;
  fail(error: unknown): void;
}

/** One live Selector, for all subscribers to whom the same rows are answered. It is evaluated once for all of them. */
export class LiveGroup {
  readonly target: CallTarget;
  readonly request: EngineRequest;
  readonly subscribers = new Set<Subscriber>();
  /** The number of the last entry of the journal that the rows include. */
  place = 0;
  /** Whether all rows are to be read again. */
  isDirty = false;
  /** When all rows were last read, by the clock of the services, and until when they are not to be read again. */
  readAt = 0;
  restsUntil = 0;
  /** Whether it takes no subscriber any more. */
  isOver = false;
  errors: readonly Diagnostic[] = [];
  readonly #settings: LiveSettings;
  readonly #showsKey: boolean;
  readonly #limit: number;
  readonly #room: LiveRoom;
  #planned: PlannedLive;
  #rows = new Map<string, string>();
  /** How many of the rows the room counts. */
  #held = 0;
  /** How many subscribers each access key has. */
  readonly #keys = new Map<string, number>();
  #firstSteps: readonly LiveStep[] | undefined;
  #steps = new WeakMap<ChangedRows, LiveStep>();
  readonly #writeCursor: (place: number, call: Call) => string;
  #cursor: { readonly place: number; readonly text: string } | undefined;

  constructor(
    settings: LiveSettings,
    {
      target,
      request,
      planned,
      limit,
      room,
      writeCursor,
    }: Pick<LiveGroup, "target" | "request"> & GroupTerms,
  ) {
    this.#writeCursor = writeCursor;
    this.#settings = settings;
    this.target = target;
    this.request = request;
    this.#planned = planned;
    this.#limit = limit;
    this.#room = room;
    const { Columns } = request.properties ?? {};
    this.#showsKey = Array.isArray(Columns)
      ? Columns.some((name) => /^_computedkey$/iu.test(String(name)))
      : target.table.key.length > 1;
  }

  get reads(): LiveReads {
    return this.#planned.reads;
  }

  get rows(): LiveState {
    return this.#rows;
  }

  /** Its call, at its beginning. */
  begin(): Call {
    const { prepared, plan } = this.#planned;
    return { ...prepared.begin(), answer: plan.call.answer };
  }

  /** The cursor of its place. */
  get cursor(): string {
    if (this.#cursor?.place !== this.place)
      this.#cursor = { place: this.place, text: this.#writeCursor(this.place, this.#planned.plan.call) };
    return this.#cursor.text;
  }

  /** Steps that give all rows to a reader who has none; made once until a row changes. */
  get firstSteps(): readonly LiveStep[] {
    if (this.#firstSteps !== undefined) return this.#firstSteps;
    const rows = inOrder(this.#rows);
    const steps: LiveStep[] = [];
    do {
      const reset = steps.length === 0;
      const enter = rows.splice(0, ROWS_OF_STEP).map(([key, json]) => liveRow(key, json));
      steps.push({ reset, enter, change: [], leave: [], cursor: rows.length === 0 ? this.cursor : null });
    } while (rows.length > 0);
    this.#firstSteps = steps;
    return steps;
  }

  /** Plans again with the time, and the role of the caller, of now. */
  async planAgain(): Promise<readonly Diagnostic[]> {
    const { output, diagnostics } = await planLive(this.#settings, this.target, this.request);
    if (output === undefined) return diagnostics;
    this.#planned = output;
    return [];
  }

  /** Reads all rows, which are those as of a place in the journal. */
  async readAll(stored: RowReader, place: number): Promise<void> {
    const { services } = this.#settings;
    const begun = services.now();
    this.isDirty = false;
    const found = await this.find(stored);
    if (this.isOver) return;
    if (found.output === undefined) {
      this.end(found.diagnostics);
      return;
    }
    const changed = new Map<string, string | undefined>();
    for (const [key, json] of found.output) this.#note(changed, key, json);
    for (const key of this.#rows.keys()) if (!found.output.has(key)) this.#note(changed, key, undefined);
    this.readAt = services.now();
    this.restsUntil = this.readAt + Math.min(LONGEST_REST, RESTS * Math.max(0, this.readAt - begun));
    this.#change(changed, place);
  }

  /** Reads only rows of these keys, of which `rows` are those that there are. */
  async readSome(
    stored: RowReader,
    keys: Iterable<string>,
    rows: readonly Row[],
    place: number,
  ): Promise<void> {
    const found = await this.find(onlyRows(stored, this.target.table.name, rows));
    if (this.isOver) return;
    if (found.output === undefined) {
      this.end(found.diagnostics);
      return;
    }
    const changed = new Map<string, string | undefined>();
    for (const key of keys) this.#note(changed, key, found.output.get(key));
    this.#change(changed, place);
  }

  /** What the Find answers of what a reader gives. */
  async find(stored: RowReader): Promise<Outcome<LiveState>> {
    const call = this.begin();
    const { definition } = this.#settings;
    const found = answerPlan(call, new VisibleRows(call, stored), planFor(call, this.#planned.plan));
    const result: Result = rejectIfRead(call, await explained(definition, found, rejected, this.request));
    if (!result.ok) return { output: undefined, diagnostics: result.diagnostics };
    const rows = new Map<string, string>();
    for (const row of result.rows) {
      const { _ComputedKey: key, ...own } = row;
      rows.set(String(key), JSON.stringify(this.#showsKey ? row : own));
    }
    if (rows.size > this.#limit) return { output: undefined, diagnostics: [this.#tooMany()] };
    return { output: rows, diagnostics: [] };
  }

  #note(changed: Map<string, string | undefined>, key: string, json: string | undefined): void {
    const before = this.#rows.get(key);
    if (before !== json) changed.set(key, before);
    if (json === undefined) this.#rows.delete(key);
    else this.#rows.set(key, json);
  }

  #tooMany(): Diagnostic {
    return diagnose("limit/live-rows", { limit: this.#limit });
  }

  join(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
    this.#count(subscriber, 1);
  }

  /** Returns whether it was a subscriber. */
  leave(subscriber: Subscriber): boolean {
    const isLeft = this.subscribers.delete(subscriber);
    if (isLeft) this.#count(subscriber, -1);
    return isLeft;
  }

  #count({ accessKey: key }: Subscriber, more: 1 | -1): void {
    if (key === undefined) return;
    const before = this.#keys.get(key) ?? 0;
    if (before + more === 0) this.#keys.delete(key);
    else this.#keys.set(key, before + more);
    if (before === 0) this.#room.holdOf(key, this.#held);
    else if (before + more === 0) this.#room.holdOf(key, -this.#held);
  }

  #hold(rows: number): void {
    this.#room.hold(rows - this.#held, this.#keys.keys());
    this.#held = rows;
  }

  #change(changed: ChangedRows, place: number): void {
    this.place = place;
    if (changed.size === 0) return;
    this.#firstSteps = undefined;
    this.#steps = new WeakMap();
    this.#hold(this.#rows.size);
    const { excess } = this.#room;
    const error = this.#rows.size > this.#limit ? this.#tooMany() : excess;
    for (const subscriber of this.subscribers) {
      // Also where it ends: the cursor of a step that it has not read yet lies after these changes.
      subscriber.take(changed);
      const own = error === undefined ? this.#room.excessOf(subscriber.accessKey) : undefined;
      if (own !== undefined) subscriber.end([own]);
    }
    if (error !== undefined) this.end([error]);
  }

  /** How rows that have changed are now; made once for all subscribers who received the same changes. */
  stepOf(changed: ChangedRows): LiveStep {
    const existing = this.#steps.get(changed);
    if (existing !== undefined) return existing;
    const [enter, change, leave]: [LiveRow[], LiveRow[], string[]] = [[], [], []];
    for (const [key, before] of inOrder(changed)) {
      const now = this.#rows.get(key);
      if (now === before) continue;
      if (now === undefined) leave.push(key);
      else (before === undefined ? enter : change).push(liveRow(key, now));
    }
    const step = { reset: false, enter, change, leave, cursor: this.cursor };
    this.#steps.set(changed, step);
    return step;
  }

  /** It takes no subscriber any more. Those that it has may still take what they received. */
  close(): void {
    this.#hold(0);
    this.isOver = true;
  }

  end(errors: readonly Diagnostic[]): void {
    this.close();
    this.errors = errors;
    for (const subscriber of this.subscribers) subscriber.end(errors);
  }

  fail(error: unknown): void {
    this.close();
    for (const subscriber of this.subscribers) subscriber.fail(error);
  }
}

/** How many rows the groups of an engine hold: in all, and for each access key those of the groups that it reads. */
export class LiveRoom {
  readonly #limits: Pick<EngineLimits, "liveRowsPerKey" | "liveRowsInAll">;
  readonly #ofKeys = new Map<string, number>();
  #held = 0;

  constructor(limits: Pick<EngineLimits, "liveRowsPerKey" | "liveRowsInAll">) {
    this.#limits = limits;
  }

  hold(rows: number, keys: Iterable<string>): void {
    this.#held += rows;
    for (const key of keys) this.holdOf(key, rows);
  }

  holdOf(key: string, rows: number): void {
    const held = (this.#ofKeys.get(key) ?? 0) + rows;
    if (held === 0) this.#ofKeys.delete(key);
    else this.#ofKeys.set(key, held);
  }

  /** The error if all groups hold too many. */
  get excess(): Diagnostic | undefined {
    const limit = this.#limits.liveRowsInAll;
    return this.#held > limit ? tooManyOpen("This application", limit) : undefined;
  }

  /** The error if the groups of a key hold too many; calls of the program itself have no key. */
  excessOf(key: string | undefined): Diagnostic | undefined {
    const limit = this.#limits.liveRowsPerKey;
    const isOver = key !== undefined && (this.#ofKeys.get(key) ?? 0) > limit;
    return isOver ? tooManyOpen("This key", limit) : undefined;
  }
}

function tooManyOpen(whose: string, limit: number): Diagnostic {
  return diagnose("limit/live", { whose, limit, unit: "rows of live Selectors" });
}

/** By key: another order would show whether all rows were read, and so of changes that are hidden. */
function inOrder<T>(rows: ReadonlyMap<string, T>): (readonly [string, T])[] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
}

interface GroupTerms {
  readonly planned: PlannedLive;
  /** Rows that it may have. */
  readonly limit: number;
  readonly room: LiveRoom;
  readonly writeCursor: (place: number, call: Call) => string;
}

function liveRow(key: string, json: string): LiveRow {
  return { key, row: JSON.parse(json) as ResultRow };
}

/** Rows of a step of the first state. */
const ROWS_OF_STEP = 500;

/** Reading all rows takes at most one part in so many of the time; the longest rest is in milliseconds. */
const RESTS = 4;
const LONGEST_REST = 10_000;

/** The plan for another run of its call. */
function planFor(call: Call, plan: ReadPlan): ReadPlan {
  const { strategy } = plan;
  if (strategy.shape !== "plan") return { ...plan, call };
  const pushed = { ...strategy.pushed, context: call.read.context };
  return { ...plan, call, strategy: { ...strategy, pushed } };
}

/** A reader of which one table has only some rows. */
export function onlyRows(stored: RowReader, table: string, rows: readonly Row[]): RowReader {
  return {
    async find(plan) {
      if (plan.table !== table) return stored.find(plan);
      return { batches: batchOf(rows), residual: plan.conditions, ordered: false, limited: false };
    },
    getByKeys: (name, keys) => stored.getByKeys(name, keys),
    ...(stored.inMemory && {
      inMemory: (name) => (name === table ? undefined : stored.inMemory?.(name)),
    }),
  };
}
