import type { Answer, DecisionResult, ExplainedDecision } from "./answer.ts";
import type {
  ChangedEvents,
  Changes,
  DecisionList,
  Events,
  FindExplanation,
  History,
  Mistake,
  Rules,
  Runs,
  TableList,
  TableSchema,
  TestRun,
} from "./answers.ts";
import type { AnyApplication, ApplicationTypes, Cells } from "./application.ts";
import type { CallOf } from "./batch.ts";
import type { CallOptions, Client, DecideOptions, FindOptions, ReadOptions } from "./client.ts";
import { type ApiRequest, type ClientOptions, sendRequest } from "./send-request.ts";

/** A client of an application that is served somewhere; `A` is what `tablewright types` writes of it. */
export function createClient<A extends ApplicationTypes = AnyApplication>(
  options: ClientOptions<A["id"]>,
): Client<A> {
  const read = <T>(path: string, list: string, more: Reading = {}) =>
    sendRequest<T>(options, { ...more, path, list, mayBeRepeated: true });
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
    history: async (table, key, more) => {
      const path = `${pathOf(table, "history")}${queryOf({ key }, more)}`;
      return (await read<History>(path, "versions", more)).versions;
    },
    changes: ({ after, limit, ...more } = {}) =>
      read<Changes>(`changes${queryOf({ after, limit }, more)}`, "changes", more),
    decide: async (decision, facts, more) =>
      (await decideOn<DecisionResult<Cells>>(decision, [facts], more))[0],
    decideMany: (decision, list, more) => decideOn<DecisionResult<Cells>>(decision, list, more),
    explainDecision: async (decision, facts, more) =>
      (await decideOn<ExplainedDecision<Cells>>(decision, [facts], more, { Explain: true }))[0],
    decisions: async (more) => (await read<DecisionList>("decisions", "decisions", more)).decisions,
    undo: (call, more) => write(`calls/${encodeURIComponent(call)}/undo`, more),
    tests: (more) => read<TestRun>("tests", "tests", more),
    runTests: (more) => read<TestRun>("tests", "tests", { ...more, body: {} }),
    events: async ({ state, rule, limit, ...more } = {}) =>
      (await read<Events>(`events${queryOf({ state, rule, limit })}`, "events", more)).events,
    changeEvents: (what, Ids, more) => {
      const request = {
        ...more,
        path: `events/${what}`,
        body: { Ids },
        list: "changed",
        mayBeRepeated: false,
      };
      return sendRequest<ChangedEvents>(options, request);
    },
    runs: ({ before, limit, ...more } = {}) => read<Runs>(`runs${queryOf({ before, limit })}`, "runs", more),
    rules: (more) => read<Rules>("rules", "rules", more),
  };
  return client as unknown as Client<A>;
}

type Reading = Pick<ApiRequest, "body" | "signal" | "timeout">;

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
