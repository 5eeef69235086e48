/** When a call is sent again, and when it is given up. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CallOptions, type ClientOptions, createClient, ProblemError } from "../src/index.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 14) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A status with what `Retry-After` says, or why the network failed. */
type Reply = readonly [status: number, retryAfter?: string] | string;

/** A server that gives these answers in turn, the last one for ever. */
function serverOf(answers: readonly Reply[]) {
  const requests: { readonly at: number; readonly headers: Readonly<Record<string, string>> }[] = [];
  const fetch = async (_: string, { headers }: RequestInit) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? "";
    requests.push({ at: Date.now() - Date.UTC(2026, 2, 14), headers: headers as Record<string, string> });
    if (typeof answer === "string") throw new TypeError(answer);
    const [status, retryAfter] = answer;
    const body = status === 200 ? { Rows: [] } : { code: `test/${status}`, detail: "No." };
    const waiting = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    return new Response(JSON.stringify(body), { status, headers: waiting });
  };
  const clientWith = (options: Partial<ClientOptions> = {}) =>
    createClient({ url: "http://x", app: "a", key: "k", fetch, ...options });
  return { requests, clientWith };
}

/** What comes of a call when all waiting is over. */
async function settled<T>(call: Promise<T>): Promise<T | Error> {
  const end = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return end;
}

const BUSY: Reply = [429, "2"];
const AWAY: Reply = [503, "5"];
const WELL: Reply = [200];

describe("a call is sent again", () => {
  test.each<[string, readonly Reply[], number[]]>([
    ["not when it was answered", [WELL], [0]],
    ["after the seconds that a busy server names", [BUSY, WELL], [0, 2_000]],
    ["after those of one that is away", [AWAY, BUSY, WELL], [0, 5_000, 7_000]],
    ["at the time that it names", [[429, "Sat, 14 Mar 2026 00:00:03 GMT"], WELL], [0, 3_000]],
    ["after a second where none is named", [[503], WELL], [0, 1_000]],
    ["after a second where the network failed", ["fetch failed", WELL], [0, 1_000]],
  ])("%s", async (_, answers, times) => {
    const { requests, clientWith } = serverOf(answers);
    expect(await settled(clientWith().find("T"))).toEqual({ rows: [], warnings: [] });
    expect(requests.map(({ at }) => at)).toEqual(times);
  });
});

describe("a call is given up", () => {
  test.each<[string, readonly Reply[], Partial<ClientOptions>, number]>([
    ["at once when it is wrong", [[400]], {}, 1],
    ["at once when something in between answers", [[502]], {}, 1],
    ["after three retries", [BUSY], {}, 4],
    ["after as many as the client says", [BUSY], { retries: 1 }, 2],
    ["when the next one would come after its time", [[429, "60"]], {}, 1],
  ])("%s", async (_, answers, options, count) => {
    const { requests, clientWith } = serverOf(answers);
    const [status] = answers[0] ?? [];
    expect(await settled(clientWith(options).find("T"))).toMatchObject({ status, code: `test/${status}` });
    expect(requests).toHaveLength(count);
  });
});

describe("a write is sent again", () => {
  const key = { idempotencyKey: "order-7" };
  test.each<[string, readonly Reply[], CallOptions, number]>([
    ["when the server was too busy to begin it", [BUSY, WELL], {}, 2],
    ["not when it may have been carried out", [AWAY, WELL], {}, 1],
    ["not when no answer came", ["fetch failed", WELL], {}, 1],
    ["when its key makes that one write: away", [AWAY, WELL], key, 2],
    ["when its key makes that one write: no answer", ["fetch failed", WELL], key, 2],
  ])("%s", async (_, answers, options, count) => {
    const { requests, clientWith } = serverOf(answers);
    const end = await settled(clientWith().add("T", [{ A: 1 }], options));
    expect(requests).toHaveLength(count);
    expect(end instanceof Error).toBe(requests.length === 1);
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"]))).toEqual(
      new Set([options.idempotencyKey]),
    );
  });

  test("with one key of the client's own for each write, and none for a Find", async () => {
    const keys = ["first", "second"];
    const { requests, clientWith } = serverOf([AWAY, WELL]);
    const client = clientWith({ newIdempotencyKey: () => keys.shift() ?? "" });
    await settled(client.add("T", [{ A: 1 }]));
    await settled(client.delete("T", [{ A: 1 }]));
    await settled(client.find("T"));
    const sent = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(sent).toEqual(["first", "first", "second", undefined]);
  });
});

test("a call that is ended while it waits is not sent again", async () => {
  const { requests, clientWith } = serverOf([BUSY]);
  const end = new AbortController();
  const call = clientWith().find("T", { signal: end.signal });
  setTimeout(() => end.abort(new Error("enough")), 1_000);
  expect(await settled(call)).toMatchObject({ message: "enough" });
  expect(requests).toHaveLength(1);
});

test.each([
  ["a page of a proxy", 502, "<html>Bad gateway</html>"],
  ["another program's JSON", 200, '{"hello": "world"}'],
  ["nothing", 200, ""],
  ["null", 404, "null"],
])("%s is no answer of the record API", async (_, status, body) => {
  const fetch = async () => new Response(body, { status });
  const refused = createClient({ url: "http://x", app: "a", fetch }).find("T");
  const error = await refused.catch((one) => one);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({
    status,
    code: "answer/unreadable",
    message: `Status ${status} was answered, and not in the form of the record API.`,
    errors: [],
  });
});
