import {
  type Answer,
  type AnyApplication,
  type BatchAnswers,
  type Cells,
  createClient,
  type DecisionResult,
  type DecisionSchema,
  type ExplainedDecision,
  type FindExplanation,
  type Properties,
  type RecordedChange,
  type SummaryValue,
  type TableList,
  type TableSchema,
  type UndoneChange,
} from "@tablewright/client";
import { type Reply, replyTo } from "./reply.ts";

/** Sends a request of the record web API and returns its response. */
export type SendCall = (request: Request) => Promise<Response>;

/** Which rows are to be read: by a Selector, else by keys, else all. */
export interface RowSelection {
  readonly selector?: string | undefined;
  readonly keys?: readonly Cells[] | undefined;
  readonly properties?: Properties;
}

/** A call that changes rows. */
export interface Change {
  readonly table: string;
  /** `Add`, `Edit`, `Delete` or the name of an action. */
  readonly action: string;
  readonly rows: readonly Cells[];
  readonly properties: Properties;
}

/** What changes are answered, in their order. */
export type ChangeAnswers = BatchAnswers<AnyApplication, readonly Change[]>;

/** A call that changes back what another one has changed. */
export interface Undoing {
  /** The id of the other one in the history. */
  readonly undone: string;
  readonly properties: Properties;
}

interface SummaryOf extends RowSelection {
  readonly by?: readonly string[] | undefined;
  readonly values?: Readonly<Record<string, SummaryValue<string>>> | undefined;
}

/** The record web API of one application, as one caller may use it: every rule about callers is its own. */
export interface RecordCalls {
  tables(): Promise<Reply<TableList>>;
  schema(table: string): Promise<Reply<TableSchema>>;
  find(table: string, selection: RowSelection): Promise<Reply<Answer<Cells>>>;
  explain(table: string, selection: RowSelection): Promise<Reply<FindExplanation>>;
  summarise(table: string, summary: SummaryOf): Promise<Reply<Answer<Cells>>>;
  history(table: string, key: string): Promise<Reply<readonly RecordedChange[]>>;
  /** Carries out changes in one transaction, all or none. */
  change(changes: readonly Change[], properties?: Properties): Promise<Reply<ChangeAnswers>>;
  decisions(): Promise<Reply<readonly DecisionSchema[]>>;
  decide(decision: string, facts: readonly Cells[]): Promise<Reply<readonly DecisionResult<Cells>[]>>;
  explainDecision(decision: string, facts: Cells): Promise<Reply<ExplainedDecision<Cells>>>;
  undo(undoing: Undoing): Promise<Reply<Answer<UndoneChange>>>;
}

/** `headers` say who calls; `runAs` is the person for whom, where the caller speaks for others. */
export function recordCalls(
  send: SendCall,
  app: string,
  headers: Readonly<Record<string, string>>,
  runAs: string | undefined,
): RecordCalls {
  const client = createClient({
    url: "http://records",
    app,
    headers,
    fetch: (url, init) => send(new Request(url, init)),
    retries: 0,
    timeout: TIMEOUT,
  });
  const identity = runAs === undefined ? {} : { RunAsUserEmail: runAs };
  const reader = runAs === undefined ? {} : { runAsUserEmail: runAs };
  const of = <T extends { readonly properties?: Properties }>(call: T) => ({
    ...call,
    properties: { ...call.properties, ...identity },
  });
  return {
    tables: () => replyTo(client.tables()),
    schema: (table) => replyTo(client.schema(table)),
    find: (table, selection) => replyTo(client.find(table, of(selection))),
    explain: (table, selection) => replyTo(client.explain(table, of(selection))),
    summarise: (table, summary) => replyTo(client.summary(table, of(summary))),
    history: (table, key) => replyTo(client.history(table, key, reader)),
    change: (changes, properties = {}) => replyTo(client.batch(changes, of({ properties }))),
    decisions: () => replyTo(client.decisions()),
    decide: (decision, facts) => replyTo(client.decideMany(decision, facts, of({}))),
    explainDecision: (decision, facts) => replyTo(client.explainDecision(decision, facts, of({}))),
    undo: ({ undone, properties }) => replyTo(client.undo(undone, of({ properties }))),
  };
}

/** Milliseconds: the server and the assistant have limits of their own. */
const TIMEOUT = 600_000;
