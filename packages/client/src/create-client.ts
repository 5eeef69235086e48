import type {
  Answer,
  BatchAnswers,
  CallOf,
  DecisionResult,
  ExplainedDecision,
  Group,
  RecordedChange,
  SummaryValue,
} from "./answer.ts";
import type {
  Caller,
  ChangedEvents,
  Changes,
  DecisionList,
  DecisionSchema,
  Definition,
  Events,
  FindExplanation,
  History,
  Mistake,
  OutboxEvent,
  Rules,
  Runs,
  SavedDefinition,
  TableList,
  TableSchema,
  TestRun,
  TriedDefinition,
  UndoneChange,
} from "./answers.ts";
import type {
  AnyApplication,
  ApplicationTypes,
  Cells,
  DecisionOf,
  FactsOf,
  KeyOf,
  OutputsOf,
  RowOf,
  TableOf,
} from "./application.ts";
import { followRows, type LiveChange, type LiveOptions } from "./live.ts";
import type { Properties } from "./properties.ts";
import { type ClientOptions, type RequestOptions, type SentRequest, sendRequest } from "./send-request.ts";

/** A change of a definition, made in a `version` of it: texts of parts, null for none, or back `to` a version. */
export type ChangeOfDefinition = {
  readonly version: string;
  readonly note?: string;
  readonly properties?: Pick<Properties, "RunAsUserEmail">;
} & (
  | {
      readonly edits: readonly {
        readonly path: readonly (string | number)[];
        readonly text: string | null;
      }[];
    }
  | { readonly to: string }
);

/** What is tried besides the text: the tests, the rows as they are now, the calls of the last 30 days. */
export type TrialOfDefinition = ChangeOfDefinition & {
  readonly include?: readonly ("tests" | "rows" | "calls")[];
};

/** A client of an application that is served somewhere; `A` is what `tablewright types` writes of it. */
export function createClient<A extends ApplicationTypes = AnyApplication>(
  options: ClientOptions<A["id"]>,
): Client<A> {
  const read = <T>(path: string, list: string, more: Reading = {}) =>
    sendRequest<T>(options, { ...more, path, list, mayBeRepeated: true });
  /** What is not sent again where it is not known whether it was carried out. */
  const once = <T>(path: string, list: string, body: object, more: RequestOptions = {}) =>
    sendRequest<T>(options, { ...more, path, body, list, mayBeRepeated: false });
  const send = <T>(
    path: string,
    list: string,
    { properties = {}, idempotencyKey = options.newIdempotencyKey?.(), ...more }: CallOptions = {},
    body: object = {},
  ) => {
    const mayBeRepeated = idempotencyKey !== undefined;
    const content = { ...body, Properties: properties };
    return sendRequest<T>(options, { ...more, path, list, body: content, idempotencyKey, mayBeRepeated });
  };
  const write = <Row>(path: string, more?: CallOptions, body?: object) =>
    rowsOf<Row>(send(path, ROWS, more, body));
  const change = (action: string, table: string, rows: readonly object[], more?: CallOptions) =>
    write<Cells>(pathOf(table, "Action"), more, { Action: action, Rows: rows });
  const find = (table: string, selection?: FindOptions<object>) =>
    rowsOf<Cells>(read(pathOf(table, "Action"), ROWS, selecting(table, selection)));
  const decideOn = async <Result>(
    decision: string,
    facts: readonly object[],
    { properties = {}, ...more }: DecideOptions = {},
    body: object = {},
  ) => {
    const path = `decisions/${encodeURIComponent(decision)}`;
    const content = { Facts: facts, Properties: properties, ...body };
    // A result for each of the facts, as the API promises.
    return (await read<{ Results: [Result, ...Result[]] }>(path, "Results", { ...more, body: content }))
      .Results;
  };
  const client: Client<AnyApplication> = {
    find,
    get: async (table, key, more) => (await find(table, { ...more, keys: [key] })).rows[0],
    add: (table, rows, more) => change("Add", table, rows, more),
    edit: (table, rows, more) => change("Edit", table, rows, more),
    delete: (table, keys, more) => change("Delete", table, keys, more),
    invoke: (action, table, keys, more) => change(action, table, keys, more),
    batch: async (calls, more) => {
      const body = { Calls: calls.map(bodyOfCall) };
      const {
        Answers,
        Warnings: warnings = [],
        Call: call,
      } = await send<WireBatch>("batch", "Answers", more, body);
      return { answers: Answers.map(answerOf), warnings, call } as never;
    },
    summary: (table, { by, values, ...selection }) =>
      rowsOf(read(pathOf(table, "summary"), ROWS, selecting(table, selection, { By: by, Values: values }))),
    explain: (table, selection) =>
      read<FindExplanation>(pathOf(table, "explain"), "conditions", selecting(table, selection)),
    tables: (more) => read<TableList>("tables", "tables", more),
    schema: (table, more) => read<TableSchema>(pathOf(table, "schema"), "columns", more),
    caller: (more) => read<Caller>("caller", "rights", more),
    history: async (table, key, more) => {
      const path = `${pathOf(table, "history")}${queryOf({ key }, more)}`;
      return (await read<History>(path, "versions", more)).versions;
    },
    changes: ({ after, limit, ...more } = {}) =>
      read<Changes>(`changes${queryOf({ after, limit }, more)}`, "changes", more),
    live: (table, more = {}) => followRows(options, table, more),
    decide: async (decision, facts, more) =>
      (await decideOn<DecisionResult<Cells>>(decision, [facts], more))[0],
    decideMany: (decision, list, more) => decideOn<DecisionResult<Cells>>(decision, list, more),
    explainDecision: async (decision, facts, more) =>
      (await decideOn<ExplainedDecision<Cells>>(decision, [facts], more, { Explain: true }))[0],
    decisions: async (more) => (await read<DecisionList>("decisions", "decisions", more)).decisions,
    undo: (call, more) => write(`calls/${encodeURIComponent(call)}/undo`, more),
    tests: (more) => read<TestRun>("tests", "tests", more),
    runTests: (more) => read<TestRun>("tests", "tests", { ...more, body: {} }),
    definition: ({ version, ...more } = {}) =>
      read<Definition>(`definition${queryOf({ version })}`, "parts", more),
    tryDefinition: (change, more) =>
      read<TriedDefinition>("definition/try", "diagnostics", { ...more, body: change }),
    saveDefinition: (change, more) =>
      once<SavedDefinition>(`definition${"to" in change ? "/rollback" : ""}`, "diagnostics", change, more),
    events: async ({ state, rule, limit, ...more } = {}) =>
      (await read<Events>(`events${queryOf({ state, rule, limit })}`, "events", more)).events,
    changeEvents: (what, Ids, more) => once<ChangedEvents>(`events/${what}`, "changed", { Ids }, more),
    runs: ({ before, limit, ...more } = {}) => read<Runs>(`runs${queryOf({ before, limit })}`, "runs", more),
    rules: (more) => read<Rules>("rules", "rules", more),
  };
  return client as unknown as Client<A>;
}

type Reading = Pick<SentRequest, "body" | "signal" | "timeout">;

const ROWS = "Rows";

function pathOf(table: string, word: string): string {
  return `tables/${encodeURIComponent(table)}/${word}`;
}

/** The body of a Find. To the server no keys mean all rows, so a Find by no key at all is a Selector without rows. */
function selecting(
  table: string,
  { keys, selector, properties = {}, signal, timeout }: FindOptions<object> = {},
  more: object = {},
): Reading {
  const none = keys?.length === 0 ? `FILTER("${table.replaceAll('"', '""')}", FALSE)` : undefined;
  const named = selector ?? none;
  const Properties = named === undefined ? properties : { ...properties, Selector: named };
  return { body: { Action: "Find", Properties, Rows: keys, ...more }, signal, timeout };
}

/** To the server a plus is a plus, so blanks are written as `%20`. */
function queryOf(values: object, { runAsUserEmail }: ReadOptions = {}): string {
  const entries = Object.entries({ ...values, RunAsUserEmail: runAsUserEmail }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return entries.length === 0 ? "" : `?${entries.join("&")}`;
}

function bodyOfCall({ table, action, ...call }: CallOf<AnyApplication>): object {
  const { properties: Properties, rows: Rows } = call as {
    readonly properties?: object;
    readonly rows?: object;
  };
  const find = () => selecting(table, call as FindOptions<object>).body as object;
  return { Table: table, ...(action === "Find" ? find() : { Action: action, Properties, Rows }) };
}

async function rowsOf<Row>(answer: Promise<WireAnswer<Row>>): Promise<Answer<Row>> {
  return answerOf(await answer);
}

function answerOf<Row>(answer: WireAnswer<Row>): Answer<Row> {
  const { Rows: rows, Warnings: warnings = [], After: after, Count: count, Call: call } = answer;
  return { rows, warnings, after, count, call };
}

interface WireBatch extends Omit<WireAnswer<never>, "Rows"> {
  readonly Answers: readonly WireAnswer<Cells>[];
}

/** A call's answer on the wire. */
interface WireAnswer<Row> {
  readonly Rows: Row[];
  readonly Warnings?: readonly Mistake[];
  readonly After?: string;
  readonly Count?: number;
  readonly Call?: string;
}

/** What a single call may say besides its rows. */
export interface CallOptions extends RequestOptions {
  readonly properties?: Properties;
  /** Of a write: the server carries it out once, however often it arrives. */
  readonly idempotencyKey?: string;
}

/** Options of a decision. */
type DecideOptions = Omit<CallOptions, "idempotencyKey">;

/** Which rows a Find answers with; without keys and without a Selector, all that the caller may see. */
export interface FindOptions<Key> extends Omit<CallOptions, "idempotencyKey"> {
  /** A key without a row is left out; an empty list finds no row. */
  readonly keys?: readonly Key[] | undefined;
  /** An expression that names the rows; it wins over `keys`. Values of users belong into `properties.Params`. */
  readonly selector?: string | undefined;
}

/** Which events of the outbox are listed; what is left out does not matter. */
export interface EventOptions extends RequestOptions {
  readonly state?: OutboxEvent["state"] | undefined;
  readonly rule?: string | undefined;
  readonly limit?: number | undefined;
}

/** The rows that are summarised, as those of a Find, and what of each group. */
export interface SummaryOptions<Key, Column extends string, By extends Column, Values>
  extends FindOptions<Key> {
  /** The columns whose equal values make a group; without any, all rows are one. */
  readonly by?: readonly By[] | undefined;
  /** By the names under which they are answered. */
  readonly values?: (Values & Readonly<Record<string, SummaryValue<Column>>>) | undefined;
}

/** What reading what was recorded may say. */
export interface ReadOptions extends RequestOptions {
  /** For whom it is read, where the key may name a user. */
  readonly runAsUserEmail?: string;
}

/**
 * The calls of an application, by the names that the engine has for them; cells are JSON, on the wire `typed`. What is
 * refused is a `ProblemError`; a call that took too long, or was ended, rejects with its signal's reason.
 */
export interface Client<A extends ApplicationTypes> {
  /** Rows of a table or slice: in the Selector's order, else in the order of the table. */
  find<T extends TableOf<A>>(table: T, options?: FindOptions<KeyOf<A, T>>): Promise<Answer<RowOf<A, T>>>;
  /** The row of a key; undefined when there is none that the caller may see. */
  get<T extends TableOf<A>>(
    table: T,
    key: KeyOf<A, T>,
    options?: Omit<FindOptions<never>, "keys" | "selector">,
  ): Promise<RowOf<A, T> | undefined>;
  /** New rows; answers them with initial values and formulas filled in. */
  add<T extends TableOf<A>>(
    table: T,
    rows: readonly A["tables"][T]["add"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Changes the rows of these keys; a column left out keeps its value. Answers the whole rows. */
  edit<T extends TableOf<A>>(
    table: T,
    rows: readonly A["tables"][T]["edit"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Removes the rows of these keys and their parts; answers the rows as they were. */
  delete<T extends TableOf<A>>(
    table: T,
    keys: readonly A["tables"][T]["delete"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Carries out an action of the application on the rows of these keys; answers them as they are afterwards. */
  invoke<T extends TableOf<A>>(
    action: A["tables"][T]["actions"],
    table: T,
    keys: readonly KeyOf<A, T>[],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /**
   * Carries out calls on any tables in one transaction, all or none. Each sees what the calls before it wrote, and may use cells of
   * their answers; an error says its `call`.
   */
  batch<const Calls extends readonly CallOf<A>[]>(
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchAnswers<A, Calls>>;
  /** The groups of the rows that a Find would answer with, and what is computed of each. */
  summary<
    T extends TableOf<A>,
    const By extends ColumnOf<A, T> = never,
    const Values extends Readonly<Record<string, SummaryValue<ColumnOf<A, T>>>> = Record<never, never>,
  >(
    table: T,
    options: SummaryOptions<KeyOf<A, T>, ColumnOf<A, T>, By, Values>,
  ): Promise<Answer<Group<RowOf<A, T>, By, Values>>>;
  /** How a Find would be carried out; no row is read. */
  explain<T extends TableOf<A>>(table: T, options?: FindOptions<KeyOf<A, T>>): Promise<FindExplanation>;
  /** The tables and slices that the caller reaches. */
  tables(options?: RequestOptions): Promise<TableList>;
  /** What the rows of a table or slice hold, and what can be done to them. */
  schema(table: TableOf<A>, options?: RequestOptions): Promise<TableSchema>;
  /** For whom the client's key or token speaks, and what it may do besides calls on rows. */
  caller(options?: RequestOptions): Promise<Caller>;
  /** What was recorded of a row, the oldest first; its key as people read it, as `_ComputedKey` has it of several columns. */
  history<T extends TableOf<A>>(
    table: T,
    key: string | number,
    options?: ReadOptions,
  ): Promise<readonly RecordedChange<RowOf<A, T>>[]>;
  /** What was changed in all tables that the caller reaches, after a cursor or from the first change that is kept. */
  changes(options?: ReadOptions & { readonly after?: string; readonly limit?: number }): Promise<Changes>;
  /**
   * The rows of a table or slice, then what becomes of them: which enter, change and leave, whatever the reason. It comes again where
   * the connection is cut, until the loop is left.
   */
  live<T extends TableOf<A>>(table: T, options?: LiveOptions): AsyncGenerator<LiveChange<RowOf<A, T>>, void>;
  /** Decides on facts by a decision of the application; what is wrong with the facts is among its `errors`. */
  decide<D extends DecisionOf<A>>(
    decision: D,
    facts: FactsOf<A, D>,
    options?: DecideOptions,
  ): Promise<DecisionResult<OutputsOf<A, D>>>;
  /** The same on each of a list, in one call. */
  decideMany<D extends DecisionOf<A>>(
    decision: D,
    list: readonly FactsOf<A, D>[],
    options?: DecideOptions,
  ): Promise<readonly DecisionResult<OutputsOf<A, D>>[]>;
  /** As `decide`, with the rows that were tried; for keys that may read expressions. */
  explainDecision<D extends DecisionOf<A>>(
    decision: D,
    facts: FactsOf<A, D>,
    options?: DecideOptions,
  ): Promise<ExplainedDecision<OutputsOf<A, D>>>;
  /** The decisions that the caller may ask. */
  decisions(options?: RequestOptions): Promise<readonly DecisionSchema[]>;
  /** Changes back what a call has changed, where no row was changed since; for keys with `undo`. */
  undo(call: string, options?: CallOptions): Promise<Answer<UndoneChange>>;
  /** What came of the last run of the definition's tests. */
  tests(options?: RequestOptions): Promise<TestRun>;
  /** Runs the definition's tests on the server, on rows of their own. */
  runTests(options?: RequestOptions): Promise<TestRun>;
  /** The parts of the definition that can be changed, and its versions; for callers with `editDefinition`. */
  definition(options?: RequestOptions & { readonly version?: string }): Promise<Definition>;
  /** What a change of the definition would come to; nothing is written. */
  tryDefinition(change: TrialOfDefinition, options?: RequestOptions): Promise<TriedDefinition>;
  /** Changes the definition and its file, or gives it the text of an earlier version. */
  saveDefinition(change: ChangeOfDefinition, options?: RequestOptions): Promise<SavedDefinition>;
  /** The webhooks and mails of the outbox, the newest first, for keys with `events`. */
  events(options?: EventOptions): Promise<readonly OutboxEvent[]>;
  /** Sends events again, or gives them up. */
  changeEvents(
    change: "retry" | "drop",
    ids: readonly string[],
    options?: RequestOptions,
  ): Promise<ChangedEvents>;
  /** What workflow rules did, the newest first, and when those with a schedule run, for keys with `events`. */
  runs(options?: RequestOptions & { readonly before?: number; readonly limit?: number }): Promise<Runs>;
  /** The workflow rules, and which tables they and formulas read and change, for keys with `events`. */
  rules(options?: RequestOptions): Promise<Rules>;
}

type ColumnOf<A extends ApplicationTypes, T extends TableOf<A>> = keyof RowOf<A, T> & string;
