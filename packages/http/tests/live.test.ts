/** Live Selectors over HTTP: as events that go on where they were cut off, as JSON, and what ends them. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createServer, type ServerOptions } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: past
  name: Past
  owner: owner@example.com
  history: { keep: 1d }
  api:
    accessKeys:
      - { name: all, key: V2-all }
      - { name: own, key: V2-own, as: ann@example.com, expires: 2099-03-15 }
      - { name: adding, key: V2-adding, actions: [Add] }
tables:
  Jobs:
    key: [Job]
    securityFilter: 'OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")'
    columns: { Job: { type: Text }, Owner: { type: Text }, Size: { type: Number } }
`;

const LIVE = "/api/v2/apps/past/tables/Jobs/live";

async function withServer(
  test: (server: Served) => Promise<void>,
  options: Partial<ServerOptions> = {},
): Promise<void> {
  const engine = await engineOf(DEFINITION);
  const server = createServer({ engines: [engine], ...options });
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const stops: AbortController[] = [];
  const open = async (query = "", key = "V2-all", last?: string) => {
    const stop = new AbortController();
    stops.push(stop);
    const headers = {
      applicationaccesskey: key,
      accept: "text/event-stream",
      ...(last && { "last-event-id": last }),
    };
    const answer = await fetch(`${base}${LIVE}${query}`, { headers, signal: stop.signal });
    return { answer, events: eventsOf(answer), stop };
  };
  const get = (query = "", key = "V2-all") =>
    call(server, { method: "GET", url: `${LIVE}${query}`, key, body: undefined });
  try {
    await test({ engine, server, open, get });
  } finally {
    for (const stop of stops) stop.abort();
    await server.close();
    await engine.close();
  }
}

interface Served {
  readonly engine: Awaited<ReturnType<typeof engineOf>>;
  readonly server: ReturnType<typeof createServer>;
  open(
    query?: string,
    key?: string,
    last?: string,
  ): Promise<{ answer: Response; events: ReturnType<typeof eventsOf>; stop: AbortController }>;
  get(query?: string, key?: string): ReturnType<typeof call>;
}

const job = (Job: string, Size: number, Owner = "ann@example.com") => ({ Job, Size, Owner });
const nothing = { reset: false, enter: [], change: [], leave: [] };

test("rows come as events, and after a cut those that have changed since", () =>
  withServer(async ({ engine, open }) => {
    await engine.add("Jobs", [job("a", 1), job("b", 9)]);
    const selector = `?selector=${encodeURIComponent('FILTER("Jobs", [Size] > 5)')}`;
    const first = await open(`${selector}&properties=${encodeURIComponent('{"Columns":["Size"]}')}`);
    expect(first.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const all = await next(first.events);
    expect(all).toMatchObject({
      event: "rows",
      data: { ...nothing, reset: true, enter: [{ key: "b", row: { Size: 9 } }] },
    });
    expect(all.id).toBe(all.data.cursor);
    await engine.edit("Jobs", [{ Job: "a", Size: 6 }]);
    const entered = await next(first.events);
    expect(entered.data).toMatchObject({ ...nothing, enter: [{ key: "a", row: { Size: 6 } }] });
    first.stop.abort();
    await engine.edit("Jobs", [{ Job: "a", Size: 7 }]);
    await engine.delete("Jobs", [{ Job: "b" }]);
    const again = await open(
      `${selector}&properties=${encodeURIComponent('{"Columns":["Size"]}')}`,
      "V2-all",
      entered.id,
    );
    expect((await next(again.events)).data).toMatchObject({
      ...nothing,
      change: [{ key: "a", row: { Size: 7 } }],
      leave: ["b"],
    });
    const other = await open("", "V2-all", entered.id);
    expect((await next(other.events)).data).toMatchObject({ reset: true, enter: [{ key: "a" }] });
  }));

test("without events it is the state, or what has changed since a cursor", () =>
  withServer(async ({ engine, get }) => {
    await engine.add("Jobs", [job("a", 1), job("b", 2, "eve@example.com")]);
    const { status, json } = await get("", "V2-own");
    expect([status, json]).toMatchObject([200, { ...nothing, reset: true, enter: [{ key: "a" }] }]);
    const since = async () => (await get(`?after=${json.cursor}`, "V2-own")).json;
    expect(await since()).toMatchObject(nothing);
    await engine.edit("Jobs", [{ Job: "a", Owner: "eve@example.com" }]);
    expect(await since()).toMatchObject({ ...nothing, leave: ["a"] });
    expect((await get("?properties=1")).json.code).toBe("request/query");
    expect((await get("?properties={")).json).toMatchObject({
      code: "request/query",
      detail: expect.stringContaining('"properties" in the query of the address is not an object as JSON'),
    });
    expect((await get('?properties={},"selector":{}')).json.code).toBe("request/query");
    expect((await get('?properties={"Columns":["Job"],"Columns":["Size"]}')).json).toMatchObject({
      code: "request/duplicate-member",
      detail: expect.stringContaining("properties"),
    });
    expect((await get('?properties={"Params":{"x":9007199254740993}}')).json.code).toBe("limit/number");
    expect((await get('?properties={"After":"","Count":false,"Limit":null}')).status).toBe(200);
    expect((await get('?properties={"Zzz":1}')).json.warnings).toMatchObject([
      { code: "request/unknown-member" },
    ]);
    expect((await get("?RunAsUserEmail=eve@example.com", "V2-own")).json.code).toBe("access/not-allowed");
    expect((await get("", "V2-adding")).json.code).toBe("access/not-allowed");
  }));

test("so many are open and one more is refused; those that are open take no place of calls", () =>
  withServer(
    async ({ open, get }) => {
      const [one] = [await open(), await open()];
      await next(one.events);
      for (const { answer } of [await open(), await open("", "V2-own")]) {
        const { code } = (await answer.json()) as { code: string };
        expect([answer.status, code]).toEqual([429, "limit/live"]);
      }
      expect((await get()).status).toBe(200);
    },
    { limits: { livePerKey: 2, liveInAll: 2, callsPerKey: 1, waitingPerKey: 0 } },
  ));

test("it ends when its key does, and with the server", async () => {
  let now = Date.UTC(2099, 2, 14);
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>((done) => void waits.push(done));
  await withServer(
    async ({ open, server }) => {
      const [own, all] = [await open("", "V2-own"), await open()];
      for (const { events } of [own, all]) await next(events);
      now += 2 * 86_400_000;
      for (const done of waits.splice(0)) done();
      expect(await next(own.events)).toMatchObject({
        event: "end",
        data: { status: 403, code: "auth/wrong-key" },
      });
      expect((await own.events.next()).done).toBe(true);
      const closing = server.close();
      let ended: boolean | undefined;
      void all.events.next().then(({ done }) => {
        ended = done;
      });
      while (ended === undefined) {
        for (const done of waits.splice(0)) done();
        await setImmediate();
      }
      expect(ended).toBe(true);
      await closing;
    },
    { now: () => now, wait },
  );
});

interface SentEvent {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly data: any;
}

async function next(events: AsyncGenerator<SentEvent>): Promise<SentEvent> {
  const { value, done } = await events.next();
  if (done) throw new Error("The stream has ended.");
  return value;
}

/** The events of a stream until it is left. */
async function* eventsOf(answer: Response): AsyncGenerator<SentEvent> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const {
        id = "",
        event = "",
        data,
      } = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/su)));
      if (data !== undefined) yield { id, event, data: JSON.parse(data) };
    }
  }
}
