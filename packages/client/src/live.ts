import { type Problem, ProblemError } from "./problem-error.ts";
import type { Properties } from "./properties.ts";
import { addressOf, type ClientOptions, pause, readProblem, requestHeaders } from "./send-request.ts";

/** Which rows are followed; without a Selector, all that the caller may see. */
export interface LiveOptions {
  /** An expression that names the rows. Values of users belong into `properties.Params`. */
  readonly selector?: string | undefined;
  readonly properties?: Properties | undefined;
  /** For whom they are followed, where the key may name a user. */
  readonly runAsUserEmail?: string | undefined;
  /** Ends it, as leaving the loop does. */
  readonly signal?: AbortSignal | undefined;
}

/** A row that is followed, and its key as text: of several columns as `_ComputedKey` has it. */
export interface FollowedRow<Row> {
  readonly key: string;
  readonly row: Row;
}

/** What became of the rows since the change before; the first one has those that were there. */
export interface LiveChange<Row> {
  readonly enter: readonly FollowedRow<Row>[];
  readonly change: readonly FollowedRow<Row>[];
  /** Keys of rows that are gone, or that the Find would not answer any more. */
  readonly leave: readonly string[];
  /** All rows that there are now, by their keys: the same map each time. */
  readonly rows: ReadonlyMap<string, Row>;
}

/** A step as the server sends it. */
interface SentStep<Row> {
  readonly reset: boolean;
  readonly enter: readonly FollowedRow<Row>[];
  readonly change: readonly FollowedRow<Row>[];
  readonly leave: readonly string[];
  readonly cursor: string | null;
}

/**
 * The rows of a live Selector as they change. Where the connection is cut it comes again, after the last step that it has got whole, so
 * that no change is missed and none comes twice. Throws a `ProblemError` where the server refuses.
 */
export async function* followRows<Row>(
  client: ClientOptions,
  table: string,
  { selector, properties, runAsUserEmail, signal }: LiveOptions,
): AsyncGenerator<LiveChange<Row>, void> {
  const query = new URLSearchParams();
  if (selector !== undefined) query.set("selector", selector);
  if (properties !== undefined) query.set("properties", JSON.stringify(properties));
  if (runAsUserEmail !== undefined) query.set("RunAsUserEmail", runAsUserEmail);
  const path = `tables/${encodeURIComponent(table)}/live?${query.toString().replaceAll("+", "%20")}`;
  const leaving = new AbortController();
  const stop = AbortSignal.any([leaving.signal, ...(signal === undefined ? [] : [signal])]);
  const state = new LiveRowsState<Row>();
  try {
    while (!stop.aborted) {
      let wait = AGAIN;
      try {
        for await (const step of stepsOf<Row>(client, path, state.cursor, stop)) {
          wait = 0;
          const changes = state.take(step);
          if (changes !== undefined) yield changes;
        }
      } catch (error) {
        if (stop.aborted) return;
        if (error instanceof ProblemError && error.status !== 429 && error.status !== 503) throw error;
      }
      await pause(wait, stop);
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    leaving.abort();
  }
}

/** Milliseconds after which a connection is made again that gave nothing. */
const AGAIN = 1_000;

/** The rows as the steps have left them. */
class LiveRowsState<Row> {
  readonly rows = new Map<string, Row>();
  cursor: string | undefined;
  /** The rows of a first state that is not whole. */
  #incoming: Map<string, Row> | undefined;

  /** What a step changes; undefined where it changes nothing, or more steps belong to its state. */
  take({ reset, enter, change, leave, cursor }: SentStep<Row>): LiveChange<Row> | undefined {
    if (reset) {
      this.#incoming = new Map();
      this.cursor = undefined;
    }
    for (const { key, row } of enter) this.#incoming?.set(key, row);
    if (cursor === null) return undefined;
    this.cursor = cursor;
    const incoming = this.#incoming;
    this.#incoming = undefined;
    const isFirst = incoming !== undefined && this.rows.size === 0;
    const changes = incoming === undefined ? { enter, change, leave } : this.#difference(incoming);
    for (const key of changes.leave) this.rows.delete(key);
    for (const { key, row } of [...changes.enter, ...changes.change]) this.rows.set(key, row);
    const isEmpty = changes.enter.length + changes.change.length + changes.leave.length === 0;
    return isEmpty && !isFirst ? undefined : { ...changes, rows: this.rows };
  }

  #difference(incoming: ReadonlyMap<string, Row>): Omit<LiveChange<Row>, "rows"> {
    const [enter, change]: [FollowedRow<Row>[], FollowedRow<Row>[]] = [[], []];
    for (const [key, row] of incoming) {
      const before = this.rows.get(key);
      if (before === undefined) enter.push({ key, row });
      else if (JSON.stringify(before) !== JSON.stringify(row)) change.push({ key, row });
    }
    return { enter, change, leave: [...this.rows.keys()].filter((key) => !incoming.has(key)) };
  }
}

/** The steps of one connection. */
async function* stepsOf<Row>(
  client: ClientOptions,
  path: string,
  cursor: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<SentStep<Row>> {
  const { fetch: send = fetch } = client;
  const headers = {
    ...(await requestHeaders(client, {})),
    accept: "text/event-stream",
    ...(cursor === undefined ? {} : { "last-event-id": cursor }),
  };
  const response = await send(addressOf(client, path), { headers, signal });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (!response.ok || !isStream || response.body === null) throw await readProblem(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const leave = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", leave, { once: true });
  try {
    let text = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/mu.exec(event)?.[1];
        if (data === undefined) continue;
        if (/^event: end$/mu.test(event)) throw problemOf(JSON.parse(data) as EndProblem);
        yield JSON.parse(data) as SentStep<Row>;
      }
    }
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

type EndProblem = Problem & { readonly status: number };

function problemOf(problem: EndProblem): ProblemError {
  return new ProblemError(problem.status, problem);
}
