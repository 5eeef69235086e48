import { type Counts, type Diagnostic, joinDiagnostics } from "../../diagnostics/index.ts";
import type { RequestContext } from "../../expression/parts.ts";
import type {
  AppDefinition,
  ColumnDefinition,
  SliceDefinition,
  StoredColumnDefinition,
  TableDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { BatchLoadedTables } from "../batch-loading/batch-loaded-tables.ts";
import type { SentExactly } from "../cells/sent-exactly.ts";
import type { PastMoment } from "../engine-tables/change-cursor.ts";
import type { Observations } from "../observations/observations.ts";
import type { VersionUse } from "../properties/change-properties.ts";
import type { SummaryPlan } from "../summary/summary-functions.ts";
import type { Wire } from "../wires/index.ts";
import type { WireForm } from "../wires/wire-form.ts";
import type { InvalidProperties } from "./prepare/read-properties.ts";
import type { Nameable } from "./request.ts";

/** One call under way: what every stage may know of it. */
export interface Call {
  readonly app: AppDefinition;
  readonly action: string;
  readonly table: TableDefinition;
  /** The slice of `table` that the call names in its place. */
  readonly slice: SliceDefinition | undefined;
  readonly caller: CallOrigin;
  readonly read: CallReads;
  readonly change: CallChange;
  readonly answer: CallAnswer;
  readonly limits: CallLimits;
  /** Milliseconds since 1970-01-01T00:00:00Z, the same all through the call. */
  readonly startedAt: number;
  /** Returns a new name, different from all before. */
  readonly newId: () => string;
  /** Informs the operator; never of values of rows. */
  readonly log: (entry: LogEntry) => void;
  /** Properties that could not be read, and whether the call has come to need them. */
  readonly needed: InvalidProperties;
  /** What is noted of evaluations, where a program observes them. */
  readonly observations: Observations | undefined;
}

/** Who makes a call. */
export interface CallOrigin {
  /** The name by which the store knows the caller: an access key, else a person. */
  readonly name: string;
  /** The time zone in which the store reads and writes instants. */
  readonly timeZone: string;
  /** What the store knows of the person. */
  readonly identity: ReadonlyMap<string, string>;
  /** The name of the access key by which the call came. */
  readonly accessKey: string | undefined;
  /** What the caller may name, and errors to them; undefined is everything. */
  readonly nameable: Nameable | undefined;
  /** Whether the program that runs the engine calls, to load or unload rows: it reads every cell. */
  readonly isOperator: boolean;
}

/** What a call reads. */
interface CallReads {
  /** What expressions may read: one instant, one caller, one budget, the rows that were loaded. */
  readonly context: RequestContext;
  /** The rows read so far for expressions; filled by `batchLoad`, read through `context.rowsOf`. */
  readonly batchLoaded: BatchLoadedTables;
  /** What only security filters may read: the same call, but tables with all their rows. */
  readonly filtering: RequestContext;
  /** The rows read so far for security filters, hidden ones included; read through `filtering.rowsOf`. */
  readonly unfiltered: BatchLoadedTables;
  /** When the rows were as a Find reads them; undefined is now. */
  readonly asOf?: PastMoment | undefined;
}

/** How a call changes rows, as far as that is known before its first run. */
export interface ChangeTerms {
  /** Whether nothing is kept: the call answers what it would do. */
  readonly dryRun: boolean;
  /** Whether an Add edits the rows whose keys exist, instead of refusing them. */
  readonly updatesDuplicates: boolean;
  /** Whether the cells that are sent are JSON, in which a text is a string and no text of JSON. */
  readonly isJson: boolean;
  /** What identifies the call when it is repeated; undefined where it is carried out each time. */
  readonly once: IdempotencyKey | undefined;
}

/** The names of columns by row, each row being the object that a stage is given. */
export type AnsweredCells = ReadonlyMap<object, ReadonlySet<string>>;

/** How a call changes rows. */
export interface CallChange extends ChangeTerms {
  /** Whether a workflow rule writes, which needs no right to what it writes. */
  readonly isRuleWrite: boolean;
  /** Whether the run history records the call, where it records a part of the calls. */
  readonly isSampled: boolean;
  /** The exact instants and digits that the call was sent, which values do not hold. */
  readonly instants: SentExactly;
  /** The columns of sent rows whose cells are those of earlier answers, as on the wire `typed`, and so of no Locale. */
  readonly answered?: AnsweredCells;
  /** Change columns whose values come with the rows, as in a load. */
  readonly restored?: ReadonlySet<StoredColumnDefinition>;
}

/** What a call answers, and in which form. */
export interface CallAnswer {
  readonly wire: WireForm<Wire>;
  /** Whether the rows are only passed on, and never looked at as objects. */
  readonly keepsJson: boolean;
  /** Whether rows are answered with their versions, and which they are expected to have. */
  readonly version: VersionUse;
  /** Whether rows are answered with the columns that a form hides or does not let edit. */
  readonly forms: boolean;
  /** The part of its rows that a Find answers with; undefined is all of them, in the order of their table. */
  readonly page?: FindPage | undefined;
  /** What is answered of each row; undefined is everything. */
  readonly shown?: ShownColumns | undefined;
  /** The columns whose rows are answered, too; undefined for none. */
  readonly expanded?: readonly ExpandedColumn[] | undefined;
  /** What is answered in place of the rows; undefined is the rows. */
  readonly summary?: SummaryPlan | undefined;
  /** What the caller should know of what they sent. What stages find is in what they answer. */
  readonly warnings: readonly Diagnostic[];
}

/** What a call may use up besides the budget of its expressions. */
export interface CallLimits {
  /** The webhooks and mails that it may lead to. */
  readonly events: EventAllowance;
  /** How many changes it goes back over at most. */
  readonly pastChanges: number;
  /** Levels of rows that a Find expands. */
  readonly expandLevels: number;
  /** How many errors are listed, where it is another number than calls usually have. */
  readonly listed?: Counts;
}

/** Rows some at a time, so that others are served between. */
export async function* inChunks<R>(
  { read: { context } }: Call,
  rows: readonly R[],
): AsyncGenerator<readonly R[]> {
  const { meter } = context;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await meter.giveWay();
    yield rows.slice(from, from + ROWS_AT_ONCE);
  }
}

const ROWS_AT_ONCE = 2_000;

/** The same call at work on another table: one caller, one budget. */
export function onTable(call: Call, table: TableDefinition): Call {
  return call.table === table ? call : { ...call, table, slice: undefined };
}

/** The same call, whose caller should know more of what they sent. */
export function withWarnings(call: Call, warnings: readonly Diagnostic[]): Call {
  return warnings.length === 0
    ? call
    : { ...call, answer: { ...call.answer, warnings: joinDiagnostics(call.answer.warnings, warnings) } };
}

export interface LogEntry {
  readonly level: "info" | "warning";
  readonly message: string;
  /** Names and numbers that belong to it; never values of rows. */
  readonly details: Readonly<Record<string, string | number>>;
}

/** The part of its rows that a Find answers with. */
export interface FindPage {
  /** Infinity where there is none. */
  readonly limit: number;
  /** The row after which it begins; undefined for the first part. */
  readonly after: PageEnd | undefined;
  /** Whether the number of all rows is asked for. */
  readonly counts: boolean;
  /** What a cursor belongs to: one of another table, Selector or list of rows is refused. */
  readonly fingerprint: string;
}

/** Where a part ended: the last row's sort values and its key. The row itself may be gone by now. */
export interface PageEnd {
  /** Undefined for a row in a list of keys, whose place in the list is all there is. */
  readonly order: readonly Value[] | undefined;
  readonly key: readonly Value[];
}

/** A row with what decides over its place. */
export interface PlacedRow extends PageEnd {
  readonly row: Row;
}

/** A column of Refs whose rows are answered, too. */
export interface ExpandedColumn {
  readonly column: ColumnDefinition;
  /** The table of the rows. */
  readonly table: TableDefinition;
  readonly isList: boolean;
  /** What is answered of each row; undefined for all that the caller may know. */
  readonly shown: ShownColumns | undefined;
  /** At most so many rows of each list. */
  readonly limit: number;
  /** Columns of these rows that are expanded in turn. */
  readonly below: readonly ExpandedColumn[];
}

/** The members of an answered row. */
export interface ShownColumns {
  readonly columns: readonly ColumnDefinition[];
  readonly rowNumber: boolean;
  /** The parts of a composite key joined. */
  readonly computedKey: boolean;
}

/** How many events a call may still put into the outbox, whatever rules it sets off. */
export class EventAllowance {
  readonly limit: number;
  /** On each event. */
  readonly limits: Readonly<Record<"attachmentRows" | "templateRows" | "templateLength", number>>;
  #used = 0;

  constructor(limits: EventAllowance["limits"] & { readonly events: number }) {
    this.limit = limits.events;
    this.limits = limits;
  }

  /** Whether so many more are allowed, which then are used up. */
  take(count: number): boolean {
    if (this.#used + count > this.limit) return false;
    this.#used += count;
    return true;
  }
}

/** By what a call is known when it comes again. */
export interface IdempotencyKey {
  /** Whose key it is: those of different access keys and people have nothing to do with one another. */
  readonly caller: string;
  readonly key: string;
  /** Tells a call from another one. */
  readonly call: string;
}
