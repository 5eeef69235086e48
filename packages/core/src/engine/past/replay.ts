import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { Row, Store } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import type { BatchCall, BatchRequest } from "../calls/request.ts";
import { ownContext } from "../engine-tables/engine-table.ts";
import type { RowImage, SentInput } from "../engine-tables/journal-table.ts";
import { callsAfter, type RecordedCall, readBounds } from "../journal/read-entries.ts";
import {
  compareOutcomes,
  firstDifference,
  isAsRecorded,
  type OutcomeDifference,
} from "./compare-outcomes.ts";
import {
  applyRecorded,
  definitionOfThen,
  hasSameForm,
  openCopy,
  type PastCopy,
  setNumbers,
} from "./past-copy.ts";
import { type NotRun, type ReplayedCall, replayCall, sentOf, traceCall } from "./replay-call.ts";
import { keysOf, rowsRead, sentWithKeys } from "./rows-read.ts";

/** What a candidate makes of calls that were carried out by other definitions. */
export interface BacktestReport {
  /** When the first call began that was looked at, and the last; missing where there is none. */
  readonly from?: string;
  readonly until?: string;
  /** Calls of the journal, those of them that were compared, and those of these that come to something else. */
  readonly calls: number;
  readonly compared: number;
  readonly differing: number;
  /** In how many calls something differs, by its name: `Orders.Total`, `Orders`, a rule, `refusal`. */
  readonly changed: Readonly<Record<string, number>>;
  readonly differences: readonly CallDifference[];
  /** How many calls were not compared, by the reason. */
  readonly notRun: Readonly<Partial<Record<NotRun, number>>>;
  /** The first such calls of each reason. */
  readonly examples: Readonly<Partial<Record<NotRun, readonly string[]>>>;
  /** Tables without a history: calls were run on their rows as they are now. */
  readonly asNow: readonly string[];
}

/** A call that comes to something else by the candidate. */
export interface CallDifference {
  /** Its id in the history. */
  readonly call: string;
  readonly time: string;
  readonly user: string | null;
  readonly action: string;
  /** The hash of the definition of then. */
  readonly version: string;
  readonly changed: readonly OutcomeDifference[];
  /** The first step that the two definitions decide otherwise; missing where only virtual columns differ. */
  readonly first?: { readonly old: string; readonly new: string };
  /** What was sent; of added rows with the keys that they got. */
  readonly sent: readonly BatchCall[];
  /** What holds for all calls of a batch; missing where the call came by itself. */
  readonly batch?: Pick<BatchRequest, "properties">;
  /** The cells of the keys in `changed`, by table and key. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, RowImage>>>>;
  /** Where rows were asked for: those that the call read, without computed and sensitive columns; missing where they are more than 200. */
  readonly given?: Readonly<Record<string, readonly RowImage[]>>;
}

/** What a replay begins with: a copy in the form of the engine's definition, and one that the candidate judges calls on. */
interface Begun {
  readonly store: Store;
  readonly judge: PastCopy;
  /** The number of the last entry of the journal that the copies have. */
  readonly passed: number;
  readonly limit: number;
  readonly withRows: boolean;
  readonly isOver: () => boolean;
}

/**
 * Runs calls of the journal again, each by two definitions on the rows as they were before it. Then the copies become what they were
 * after it, whatever the definitions made of it, so that each difference is of the call itself.
 */
export class Replay {
  readonly #engine: EngineOptions;
  readonly #withRows: boolean;
  readonly #isOver: () => boolean;
  readonly #judge: PastCopy;
  readonly #limit: number;
  readonly #differences: CallDifference[] = [];
  readonly #changed = new Map<string, number>();
  readonly #notRun = new Map<NotRun, { count: number; readonly first: string[] }>();
  /** Definitions of then by their hashes; undefined for one that cannot judge. */
  readonly #definitions = new Map<string, AppDefinition | undefined>();
  #then: PastCopy | undefined;
  readonly #store: Store;
  #form: AppDefinition;
  #passed: number;
  #pendingSince: number | undefined;
  #from: number | undefined;
  #until: number | undefined;
  #calls = 0;
  #compared = 0;
  #differing = 0;

  constructor(engine: EngineOptions, { store, judge, passed, limit, withRows, isOver }: Begun) {
    this.#engine = engine;
    this.#withRows = withRows;
    this.#isOver = isOver;
    this.#judge = judge;
    this.#limit = limit;
    this.#store = store;
    this.#form = engine.definition;
    this.#passed = passed;
  }

  /** Goes on to the end of the journal. An error where entries were removed from it before they were read. */
  async advance(): Promise<readonly Diagnostic[]> {
    for (;;) {
      const calls = await this.#nextCalls();
      if (calls === undefined) return [diagnose("history/trimmed", { cursor: String(this.#passed) })];
      if (calls.length === 0) {
        this.#pendingSince = undefined;
        return [];
      }
      for (const recorded of calls) {
        this.#pendingSince = recorded[0]?.at;
        if (this.#isOver()) return [];
        this.#passed = recorded.at(-1)?.number ?? this.#passed;
        await this.#take(recorded);
        await this.#engine.services.pause?.();
      }
    }
  }

  get pendingSince(): number | undefined {
    return this.#pendingSince;
  }

  report(): BacktestReport {
    const time = (at: number | undefined) => at && new Date(at).toISOString();
    const [from, until] = [time(this.#from), time(this.#until)];
    const notRun = [...this.#notRun];
    return {
      ...(from && { from }),
      ...(until && { until }),
      calls: this.#calls,
      compared: this.#compared,
      differing: this.#differing,
      changed: Object.fromEntries([...this.#changed].sort(([, one], [, other]) => other - one)),
      differences: this.#differences,
      notRun: Object.fromEntries(notRun.map(([reason, { count }]) => [reason, count])),
      examples: Object.fromEntries(notRun.map(([reason, { first }]) => [reason, first])),
      asNow: [...this.#engine.definition.tables.values()].flatMap(({ name, history }) =>
        history === undefined ? [name] : [],
      ),
    };
  }

  async close(): Promise<void> {
    await this.#store.close();
    await this.#judge.store.close();
  }

  /** The next calls of the journal; undefined where they are not all kept. */
  #nextCalls(): Promise<readonly RecordedCall[] | undefined> {
    return this.#engine.store.read(
      async (stored) => {
        const bounds = Object.values(await readBounds(stored));
        if (bounds.some(({ trimmed }) => trimmed > this.#passed)) return undefined;
        const calls: RecordedCall[] = [];
        for await (const recorded of callsAfter(stored, ownContext(), this.#passed)) {
          calls.push(recorded);
          if (calls.length === CALLS_AT_ONCE) break;
        }
        return calls;
      },
      { searches: true },
    );
  }

  async #take(recorded: RecordedCall): Promise<void> {
    const [{ at, cause }] = recorded as [RecordedCall[number]];
    this.#from ??= at;
    this.#until = at;
    this.#calls += 1;
    const input = sentOf(recorded);
    const then = typeof input === "string" ? undefined : await this.#copyOf(cause.version);
    const judged =
      typeof input === "string" || then === undefined
        ? this.#skip(recorded, typeof input === "string" ? input : "definition")
        : await this.#compare(then, recorded, input);
    const present = this.#then ?? (await this.#open(this.#form));
    await applyRecorded(present, recorded);
    await applyRecorded(this.#judge, recorded, judged);
  }

  #skip(recorded: RecordedCall, reason: NotRun): undefined {
    const noted = this.#notRun.get(reason) ?? { count: 0, first: [] };
    noted.count += 1;
    if (noted.first.length < this.#limit) noted.first.push(recorded[0]?.call ?? "");
    this.#notRun.set(reason, noted);
  }

  /** Answers what the candidate made of the rows. */
  async #compare(
    then: PastCopy,
    recorded: RecordedCall,
    input: SentInput,
  ): Promise<ReadonlyMap<string, Row | undefined> | undefined> {
    const { limits } = this.#engine;
    for (const copy of [then, this.#judge]) await setNumbers(copy, recorded);
    const old = { copy: then, call: await replayCall(then, recorded, input, limits) };
    if (!isAsRecorded(then, old.call, recorded)) return this.#skip(recorded, "other outcome");
    const other = { copy: this.#judge, call: await replayCall(this.#judge, recorded, input, limits) };
    this.#compared += 1;
    const changed = compareOutcomes(old, other);
    const rows = new Map([...old.call.rows, ...other.call.rows]);
    if (changed.length > 0) await this.#note(recorded, input, changed, rows);
    return rowsAfter(other.call);
  }

  async #note(
    recorded: RecordedCall,
    input: SentInput,
    changed: readonly OutcomeDifference[],
    rows: ReplayedCall["rows"],
  ): Promise<void> {
    this.#differing += 1;
    for (const name of new Set(changed.map((one) => one.name)))
      this.#changed.set(name, (this.#changed.get(name) ?? 0) + 1);
    if (this.#differences.length >= this.#limit || this.#then === undefined) return;
    const { limits } = this.#engine;
    const old = await traceCall(this.#then, recorded, input, limits);
    const other = await traceCall(this.#judge, recorded, input, limits);
    const first = firstDifference(old.traces, other.traces);
    const given = this.#withRows ? await rowsRead(this.#then, recorded, input, limits) : undefined;
    const { app } = this.#then;
    const [{ call, at, cause }] = recorded as [RecordedCall[number]];
    this.#differences.push({
      call,
      time: new Date(at).toISOString(),
      user: cause.user,
      action: cause.action,
      version: cause.version,
      changed,
      ...(first && { first }),
      sent: sentWithKeys(app, recorded, input.calls),
      ...(input.isBatch && { batch: { properties: input.sent.properties ?? {} } }),
      keys: keysOf(app, changed, rows),
      ...(given && { given }),
    });
  }

  /** The rows as a definition of then has them; undefined where it is not kept or cannot be used any more. */
  async #copyOf(version: string): Promise<PastCopy | undefined> {
    if (this.#then?.app.version === version) return this.#then;
    if (!this.#definitions.has(version))
      this.#definitions.set(version, await definitionOfThen(this.#engine, version));
    const definition = this.#definitions.get(version);
    return definition && this.#open(definition);
  }

  async #open(definition: AppDefinition): Promise<PastCopy> {
    const isOpen = hasSameForm(this.#form, definition);
    this.#then = await openCopy(definition, this.#store, this.#engine, !isOpen);
    this.#form = definition;
    return this.#then;
  }
}

const CALLS_AT_ONCE = 64;

function rowsAfter({ result, rows }: ReplayedCall): ReadonlyMap<string, Row | undefined> | undefined {
  return result.ok ? new Map([...rows].map(([name, { after }]) => [name, after])) : undefined;
}
