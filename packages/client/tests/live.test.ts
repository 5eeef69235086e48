/** Rows that a client follows: what it has is what a Find answers, also when its connection is cut again and again. */
import { expect, test } from "vitest";
import { createClient, type LiveChange, ProblemError } from "../src/index.ts";
import type { Application } from "./depot.snapshot.ts";
import { depotFetch } from "./serve-depot.ts";

const JOBS = "2026 Jobs";
const LARGE = { selector: 'FILTER("2026 Jobs", [Size] = "L")', properties: { Columns: ["Job", "Title"] } };

function clientOf(fetch: (url: string, init: RequestInit) => Promise<Response>, key = "V2-depot") {
  return createClient<Application>({ url: "http://depot.example", app: "the depot", key, fetch, retries: 0 });
}

test("every change comes once, however often the connection is cut", async () => {
  const fetch = await depotFetch();
  let connections = 0;
  const depot = clientOf(async (url, init) => {
    const answer = await fetch(url, init);
    if (!url.includes("/live")) return answer;
    connections++;
    return new Response(cutOff(answer.body as ReadableStream<Uint8Array>, connections), answer);
  });
  const job = (Job: number) => ({ Job, Title: "t", Tags: ["a" as const], Size: "L" as const });
  await depot.add(
    JOBS,
    Array.from({ length: 10 }, (_, Job) => job(Job)),
  );
  const had = new Map<string, unknown>();
  const errors: string[] = [];
  let step = 0;
  for await (const change of depot.live(JOBS, LARGE)) {
    note(had, change, errors);
    if (step === STEPS) break;
    const [Job = 0] = [...had.keys()].map(Number);
    if (step % 3 === 0) await depot.edit(JOBS, [{ Job, Title: `t${step}` }]);
    else if (step % 3 === 1) await depot.edit(JOBS, [{ Job, Size: "S" }]);
    else await depot.add(JOBS, [job(10 + step)]);
    step++;
  }
  const found = await depot.find(JOBS, LARGE);
  expect(errors).toEqual([]);
  expect([...had.values()].map(String).sort()).toEqual(found.rows.map((row) => JSON.stringify(row)).sort());
  expect(connections).toBeGreaterThan(STEPS / 5);
});

/** `LIVE_STEPS` makes more. */
const STEPS = Number(process.env.LIVE_STEPS ?? 24);

function note(
  had: Map<string, unknown>,
  { enter, change, leave, rows }: LiveChange<object>,
  errors: string[],
) {
  for (const { key, row } of enter) {
    if (had.has(key)) errors.push(`${key} enters twice`);
    had.set(key, JSON.stringify(row));
  }
  for (const { key, row } of change) {
    if (!had.has(key) || had.get(key) === JSON.stringify(row)) errors.push(`${key} does not change`);
    had.set(key, JSON.stringify(row));
  }
  for (const key of leave) if (!had.delete(key)) errors.push(`${key} leaves and was not there`);
  if (rows.size !== had.size) errors.push(`${rows.size} rows are kept of ${had.size}`);
}

/** The stream until it is cut: after some pieces, within the last. */
function cutOff(stream: ReadableStream<Uint8Array>, connection: number): ReadableStream<Uint8Array> {
  let left = 2 + (connection % 3);
  return stream.pipeThrough(
    new TransformStream({
      transform(piece, controller) {
        left--;
        controller.enqueue(left > 0 ? piece : piece.subarray(0, (piece.length * (connection % 4)) / 3));
        if (left === 0) controller.terminate();
      },
    }),
  );
}

test("what is refused is a ProblemError, and a signal ends it", async () => {
  const fetch = await depotFetch();
  const first = async (key: string, selector?: string, signal?: AbortSignal) =>
    (await clientOf(fetch, key).live(JOBS, { selector, signal }).next()).value;
  const refused = await first("V2-wrong").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProblemError);
  expect(refused).toMatchObject({ code: "auth/wrong-key" });
  await expect(first("V2-depot", "[Job]")).rejects.toMatchObject({ status: 400 });
  expect(await first("V2-depot", undefined, AbortSignal.abort())).toBeUndefined();
  const stop = new AbortController();
  const live = clientOf(fetch).live(JOBS, { signal: stop.signal });
  expect((await live.next()).value).toMatchObject({ enter: [], change: [], leave: [] });
  const next = live.next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
