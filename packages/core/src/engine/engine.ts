import type { DecisionDescription } from "../decisions/describe-rules.ts";
import type { DecisionResult, Explanation } from "../decisions/rules.ts";
import type { Outcome } from "../diagnostics/index.ts";
import type { AppDefinition } from "../schema/index.ts";
import type { HostSteps } from "./calls/engine-options.ts";
import type { BatchRequest, BatchResult, EngineRequest, LiveRequest, Nameable } from "./calls/request.ts";
import type { LiveRows, Result } from "./calls/result.ts";
import type { TableCalls } from "./calls/table-calls.ts";
import type { DecideOnFactsOptions } from "./decide-on-facts.ts";
import type { AppSchema } from "./describe/describe-app.ts";
import type { DescribedTable } from "./describe/describe-table.ts";
import type { ExplainedFind, ExplainRequest } from "./describe/explain-find.ts";
import type { DefinitionSave, KeptDefinition } from "./engine-tables/definitions-table.ts";
import type { EventListener, EventOrder } from "./event-order/event-order.ts";
import type { Journals } from "./journal/journals.ts";
import type {
  ChangeFeedPart,
  ChangesRequest,
  HistoryRequest,
  RowHistory,
} from "./journal/reading/visible-changes.ts";
import type { HistoryTrimming } from "./journal/trim-history.ts";
import type { LoadOptions, LoadResult, LoadRow, LoadSource } from "./loading/load-request.ts";
import type { UnloadedPart, UnloadOptions, UnloadResult } from "./loading/unload-tables.ts";
import type { BacktestOptions, Shadow, ShadowOptions } from "./past/backtest.ts";
import type { CompareRowsOptions, RowsComparison } from "./past/compare-rows.ts";
import type { BacktestReport } from "./past/replay.ts";
import type { SchedulesRun } from "./schedules/run-schedules.ts";
import type { SummaryRequest } from "./summary/read-summary.ts";
import type { RevertedChange, UndoRequest } from "./undo/undo-call.ts";
import type { WhyResult } from "./why/call-trace.ts";
import type { WhyBatchResult, WhyRequest } from "./why/why-call.ts";

/** One application over one store. It has no input or output of its own. */
export interface Engine extends TableCalls, Journals {
  readonly app: AppDefinition;
  /**
   * Carries out one call as one transaction: all of it or nothing.
   * Errors in the request come back as a `Rejected` result; a rejection of the promise is an error of the store.
   */
  execute(request: EngineRequest): Promise<Result>;
  /**
   * Carries out calls on any tables, one after the other in one transaction: all of them or none. Errors say the `call` they are
   * about. Calls that are all Finds read one state of the rows.
   */
  batch(request: BatchRequest): Promise<BatchResult>;
  /**
   * Groups the rows that a Find would answer with, and answers with one row a group: its values in the columns of `by`, and
   * what `values` asks for. Groups are in the order of their values, blanks first.
   */
  summarise(request: SummaryRequest): Promise<Result>;
  /**
   * Decides on facts, which are the parameters of a decision of the definition: in one call for all of a list, at one instant, on the rows
   * that the caller may see. Nothing is written. What is wrong is among the diagnostics of the results; `decision/not-found` where there
   * is no such decision, or it reads what the caller may not name. What is wrong with the call as a whole is in each result, and in
   * one result where the list is empty.
   */
  decide(name: string, facts: object, options?: DecideOnFactsOptions): Promise<DecisionResult>;
  decideMany(
    name: string,
    list: readonly object[],
    options?: DecideOnFactsOptions,
  ): Promise<readonly DecisionResult[]>;
  /** How a decision is written, row by row; undefined where there is none of the name. It shows expressions of the definition. */
  decisionRows(name: string): DecisionDescription | undefined;
  /** As `decide`, with the rows that were tried and the value of each part of their conditions. */
  explainDecision(name: string, facts: object, options?: DecideOnFactsOptions): Promise<Explanation>;
  explainDecisions(
    name: string,
    list: readonly object[],
    options?: DecideOnFactsOptions,
  ): Promise<readonly Explanation[]>;
  /** What callers may know of the application, or the one who may name so much of it: plain JSON. */
  schema(table?: undefined, nameable?: Nameable): AppSchema;
  /** The same of one table or slice; undefined when there is none of the name. */
  schema(table: string, nameable?: Nameable): DescribedTable | undefined;
  /**
   * How a Find, or a summary of its rows, would be carried out: what the store does and what the engine, in which statement. No row is read. For
   * those who may read the definition, because the statement may hold security filters. Errors are those of the Find.
   */
  explain(request: ExplainRequest): Promise<Outcome<ExplainedFind>>;
  /**
   * Carries out a call as a dry run, and says why it does what it does: access, initial values, formulas, checks, rules met
   * and not met, each with the value of every part of its expression. With a Selector the rows of a Find are those that one
   * asks about. Of an undo, and of a run of a rule by the clock, it says what they would do now. For those who may read the
   * definition; of rows it holds what the caller may see.
   */
  why(request: WhyRequest): Promise<WhyResult>;
  /** The same of a batch: a trace for each of its changes, on the rows as they are when its turn has come. */
  whyBatch(request: BatchRequest): Promise<WhyBatchResult>;
  /**
   * Adds many rows to tables, in order, a part after the other: initial values, formulas and checks are those of an Add,
   * and rows with errors are refused one by one. In the name of the application: updates, security filters and workflow
   * rules play no part. An interrupted load goes on where it was.
   */
  load<R extends LoadRow>(sources: readonly LoadSource<R>[], options?: LoadOptions<R>): Promise<LoadResult>;
  /** Hands out every row of tables (all tables, where none is named) a part at a time, past security filters, of one snapshot. */
  unload(
    tables: readonly string[],
    take: (part: UnloadedPart) => Promise<void> | void,
    options?: UnloadOptions,
  ): Promise<UnloadResult>;
  /**
   * Runs calls of the journal again by another definition and reports which rows, cells, events and refusals differ from what the
   * definitions of then made of them. The store is only read. For operators: it shows all rows and callers.
   */
  backtest(candidate: AppDefinition, options: BacktestOptions): Promise<Outcome<BacktestReport>>;
  /**
   * Follows the calls that are made from now on by another definition, as a backtest does with old ones: after them, on copies of
   * the rows. The store is only read.
   */
  shadow(candidate: AppDefinition, options: ShadowOptions): Promise<Outcome<Shadow>>;
  /**
   * Why a call of the journal did what it did: `why` by the definition, the clock, the caller and the rows of then, for each call
   * of a batch. `copy` makes an empty store for the rows of then. For operators, as a backtest is.
   */
  whyThen(call: string, options: Pick<BacktestOptions, "copy">): Promise<Outcome<WhyBatchResult>>;
  /**
   * What another definition makes of the rows as they are now: computed values that would differ, and rows that would no longer be valid. The
   * store is only read. For operators: it reads all rows.
   */
  compareRows(candidate: AppDefinition, options: CompareRowsOptions): Promise<Outcome<RowsComparison>>;
  /** The definitions that the store was opened with, the last one at the end; for an engine that keeps them. */
  keptDefinitions(): Promise<readonly KeptDefinition[]>;
  /** Who saved definitions, the newest first; for an engine with `keepsVersions`. */
  saves(): Promise<readonly DefinitionSave[]>;
  /**
   * Notes that a definition is about to be saved in the place of the one that the store was opened with last; returns what removes the
   * note. Undefined where that is another one by now, or another server is about to save.
   */
  noteSave(save: DefinitionSave): Promise<(() => Promise<void>) | undefined>;
  /** What was recorded of one row, the oldest first; no version that the caller may not see. */
  history(request: HistoryRequest): Promise<Outcome<RowHistory>>;
  /** What was changed after a cursor, in the order of commits: for who keeps a copy, or follows what happens. */
  changes(request: ChangesRequest): Promise<Outcome<ChangeFeedPart>>;
  /**
   * The rows that a Find answers, then what becomes of them: which enter, change and leave, whatever the reason, in steps from one
   * state of the rows to a later one. The rows of a step are those that the Find would answer at that moment. The table needs a history.
   */
  live(request: LiveRequest): Promise<Outcome<LiveRows>>;
  /**
   * Changes back what a call has changed, in its caller's name and through every stage of a call. Refused where a row was
   * changed since; what was undone can be undone. For those who may: it writes into every table that the call wrote into.
   */
  undo(request: UndoRequest): Promise<Result<RevertedChange>>;
  /**
   * Removes what the journal, the outbox and the history of runs have kept for as long as the definition says, a piece after the other
   * until `isOver`.
   */
  trimHistory(isOver?: () => boolean): Promise<HistoryTrimming>;
  /**
   * Hands each event that a call of this engine put into the outbox to the listener, after the commit; returns what removes it.
   * For logs and tests: it is lost when the process ends, and an error of the listener goes to the operator's log.
   */
  onEvent(listener: EventListener): () => void;
  /** The code of the steps `call`, for what delivers them. */
  readonly steps: HostSteps;
  /** Which events wait for others, for what delivers them; undefined where the definition has none sent in order. */
  readonly eventOrder: EventOrder | undefined;
  /**
   * Runs the rules whose `every` has come since they last ran, each as one transaction in the name of the owner, whichever
   * process comes first. Rejects when the store does, after the other rules have run.
   */
  runSchedules(): Promise<SchedulesRun>;
  /**
   * Gives rows their values that processes with an older definition have changed, in columns that this definition fills. To be
   * called every second or so while such processes may serve; costs one statement where there are no such rows. `check` rejects
   * once this has found the definition outdated. A read-only engine only looks.
   */
  refill(): Promise<void>;
  /** Rejects when the store cannot be reached or used right now; answers within a few seconds. */
  check(): Promise<void>;
  /** Closes the store. No call may follow. */
  close(): Promise<void>;
}
