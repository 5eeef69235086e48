import { type Diagnostic, diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { type RowReader, type Store, withoutSources } from "../../storage/index.ts";
import { lastBegunBy } from "../as-of/read-past.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { ownContext } from "../engine-tables/engine-table.ts";
import { firstNumberOf, lastNumber, readBounds } from "../journal/read-entries.ts";
import { readRecorded } from "../undo/read-call.ts";
import type { WhyBatchResult } from "../why/why-call.ts";
import { isAsRecorded } from "./compare-outcomes.ts";
import { copyRows, definitionOfThen, openCopy, setNumbers, TooManyRows } from "./past-copy.ts";
import { type BacktestReport, Replay } from "./replay.ts";
import { NOT_RUN, type NotRun, replayCall, sentOf, traceCall } from "./replay-call.ts";

/** Which calls are run again, and on what. */
export interface BacktestOptions {
  /** Calls from then on, in milliseconds since 1970-01-01T00:00:00Z; as far as the journal reaches. */
  readonly since: number;
  /** Makes an empty store for a copy of the rows; two are made, and closed at the end. */
  readonly copy: () => Store | Promise<Store>;
  /** Differing calls that are reported in full; the others are only counted. Default 20. */
  readonly limit?: number;
  /** Rows of a copy; of more, nothing is run. Default no limit. */
  readonly mostRows?: number;
  /** Whether differences have the rows that their calls read, as tests of them need. Default false. */
  readonly withRows?: boolean;
  /** Whether to end before all rows are copied, or all calls were run again. */
  readonly isOver?: () => boolean;
}

export type ShadowOptions = Pick<BacktestOptions, "copy" | "limit" | "isOver">;

/** A candidate that is tried on the calls of the definition that serves. */
export interface Shadow {
  /**
   * Compares the calls that were made since the last time. One after the other, never two at once. An error where the history was
   * trimmed before it was read. Rejects as the store does.
   */
  advance(): Promise<readonly Diagnostic[]>;
  /** When the oldest call began that is known and not compared, in milliseconds since 1970; undefined where there is none. */
  readonly pendingSince: number | undefined;
  /** What was found so far. */
  report(): BacktestReport;
  /** Closes the copies. */
  close(): Promise<void>;
}

/**
 * Runs calls of the journal again by a candidate and by the definitions of then, each on the rows as they were before it, and reports what
 * differs. The store is only read. For operators: the report has rows and calls of all callers. Rejects where the rows do not fit the
 * candidate without a migration that converts values.
 */
export async function backtest(
  engine: EngineOptions,
  candidate: AppDefinition,
  options: BacktestOptions,
): Promise<Outcome<BacktestReport>> {
  const { output: replay, diagnostics } = await beginReplay(engine, candidate, options);
  if (replay === undefined) return noOutput(diagnostics);
  try {
    const errors = await replay.advance();
    return errors.length > 0 ? noOutput(errors) : { output: replay.report(), diagnostics: [] };
  } finally {
    await replay.close();
  }
}

/**
 * Makes the copies: of the rows as they were when the calls that are wanted begin, or, without `since`, as they are now. A replay from
 * now on is a shadow.
 */
export async function beginReplay(
  engine: EngineOptions,
  candidate: AppDefinition,
  {
    since,
    copy,
    limit = 20,
    mostRows,
    withRows = false,
    isOver = () => false,
  }: ShadowOptions & Partial<BacktestOptions>,
): Promise<Outcome<Replay>> {
  const { definition, store } = engine;
  if (!definition.hasHistory) return noOutput([diagnose("history/none", { table: definition.name })]);
  const present = withoutSources(await copy());
  const stores = [present];
  try {
    const judged = withoutSources(await copy());
    stores.push(judged);
    const passed = await store.read(
      async (stored) => {
        const passed =
          since === undefined ? await lastNumber(stored) : await startOf(definition, stored, since);
        for (const into of stores) await copyRows(engine, stored, passed, into, { mostRows, isOver });
        return passed;
      },
      { searches: true },
    );
    const judge = await openCopy(candidate, judged, engine);
    const begun = { store: present, judge, passed, limit, withRows, isOver };
    return { output: new Replay(engine, begun), diagnostics: [] };
  } catch (error) {
    for (const one of stores) await one.close();
    if (error instanceof TooManyRows) return noOutput([diagnose("limit/trial", { limit: error.limit })]);
    throw error;
  }
}

/** The place in the journal before the first call from an instant on, of those that it has all of. */
async function startOf(app: AppDefinition, stored: RowReader, since: number): Promise<number> {
  const bounds = await readBounds(stored);
  const known = [...app.tables.values()].flatMap(({ name, history }) => (history && bounds[name]) || []);
  const begun = known.reduce((latest, bound) => Math.max(latest, bound.since), since);
  const trimmed = known.reduce((most, bound) => Math.max(most, bound.trimmed), 0);
  return Math.max(trimmed, await lastBegunBy(ownContext(), stored, begun - 1));
}

/**
 * Why a call of the journal did what it did: by the definition, the clock, the caller and the rows of then. An error where the call is not kept, or
 * something of it is not. For operators: it shows rows that the caller of then may not see now.
 */
export async function whyThen(
  engine: EngineOptions,
  call: string,
  { copy }: { readonly copy: () => Store | Promise<Store> },
): Promise<Outcome<WhyBatchResult>> {
  const { definition, store, limits } = engine;
  if (!definition.hasHistory) return noOutput([diagnose("history/none", { table: definition.name })]);
  const refused = (reason: NotRun) =>
    noOutput([diagnose("history/not-run", { call, reason: NOT_RUN[reason] })]);
  const into = withoutSources(await copy());
  try {
    const recorded = await store.read(
      async (stored) => {
        const found = await readRecorded(ownContext(), stored, call);
        if (found !== undefined) await copyRows(engine, stored, firstNumberOf(found) - 1, into);
        return found;
      },
      { searches: true },
    );
    if (recorded === undefined) return noOutput([diagnose("history/no-call", { call })]);
    const input = sentOf(recorded);
    if (typeof input === "string") return refused(input);
    const judging = await definitionOfThen(engine, recorded[0]?.cause.version ?? "");
    if (judging === undefined) return refused("definition");
    const then = await openCopy(judging, into, engine);
    await setNumbers(then, recorded);
    if (!isAsRecorded(then, await replayCall(then, recorded, input, limits), recorded))
      return refused("other outcome");
    return { output: await traceCall(then, recorded, input, limits), diagnostics: [] };
  } finally {
    await into.close();
  }
}
