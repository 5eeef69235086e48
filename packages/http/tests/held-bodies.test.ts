/** What calls bring is bounded together, and takes no place from calls that are ready. */
import { gzipSync } from "node:zlib";
import type { Result } from "@tablewright/core";
import { settle } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import { type Answer, createRecordApi, type RequestBody, type ServiceLimits } from "../src/index.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";
import { dripping, plainRequest, whole } from "./plain-request.ts";

const find = '{"Action":"Find"}';

test("a body that does not arrive takes no place: 300 of them do not delay a call of the same key", async () => {
  const { ask } = makeApi({ callsPerKey: 1, waitingPerKey: 0 });
  const bodies = Array.from({ length: 300 }, () => dripping(1));
  const answers = bodies.map((body) => ask({ body }));
  expect((await ask({})).status).toBe(200);
  for (const body of bodies) body.end();
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(400);
});

test.each<[limits: Partial<ServiceLimits>, others: string, bytes: number, status: number]>([
  [{ bodyBytesPerKey: 1_000 }, "A", 999, 200],
  [{ bodyBytesPerKey: 1_000 }, "A", 1_000, 200],
  [{ bodyBytesPerKey: 1_000 }, "A", 1_001, 429],
  [{ bodyBytesPerKey: 1_000 }, "B", 1_001, 200],
  [{ bodyBytesInAll: 1_000 }, "B", 1_000, 200],
  [{ bodyBytesInAll: 1_000 }, "B", 1_001, 429],
])("limits %j: others of key %s, %i bytes with them", async (limits, others, bytes, status) => {
  const { ask } = makeApi(limits);
  const other = dripping(bytes - find.length);
  const held = ask({ key: others, body: other });
  const answer = await ask({ key: "A" });
  expect(answer.status).toBe(status);
  if (status === 429) {
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.body).toContain("limit/bodies");
    expect(answer.body).toContain(`limits.${Object.keys(limits)[0]}`);
  }
  other.end();
  await held;
  expect((await ask({ key: "A" })).status).toBe(200);
});

test("a body is held until its call has been carried out, and no longer", async () => {
  const { ask, engine } = makeApi({ bodyBytesPerKey: 30 });
  let release = (_: Result): void => {};
  engine.answer = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const first = ask({});
  await settle();
  expect((await ask({})).status).toBe(429);
  release({ ok: true, rows: [], warnings: [] });
  expect((await first).status).toBe(200);
  engine.answer = () => {
    throw new Error("no");
  };
  expect((await ask({})).status).toBe(500);
  expect((await ask({ body: whole("{") })).status).toBe(400);
  engine.answer = () => ({ ok: true, rows: [], warnings: [] });
  expect((await ask({})).status).toBe(200);
});

test("of a zipped body it is the unzipped one that is held, and it is not unzipped beyond the room there is", async () => {
  const { ask } = makeApi({ bodyBytesPerKey: 200_000 });
  const zipped = (bytes: number) => ({
    body: whole(gzipSync(find + " ".repeat(bytes - find.length))),
    headers: { "content-encoding": "gzip" },
  });
  expect((await ask(zipped(190_000))).status).toBe(200);
  const refused = await ask(zipped(5_000_000));
  expect([refused.status, String(refused.body)]).toEqual([429, expect.stringContaining("limit/bodies")]);
  expect((await ask(zipped(190_000))).status).toBe(200);
});

test.each([
  [2, 0],
  [3, 0],
  [4, 1],
])("calls that wait, of all keys: at most 3; %i wait", async (waiting, refused) => {
  const { ask, engine } = makeApi({ callsPerKey: 1, waitingInAll: 3 });
  let release = (): void => {};
  const released = new Promise<Result>((resolve) => {
    release = () => resolve({ ok: true, rows: [], warnings: [] });
  });
  engine.answer = () => released;
  const answers: Promise<Answer>[] = [];
  for (const key of ["A", "B"]) answers.push(ask({ key }));
  await settle();
  for (let call = 0; call < waiting; call++) answers.push(ask({ key: call % 2 === 0 ? "A" : "B" }));
  await settle();
  expect(engine.requests.length).toBe(2);
  release();
  const all = await Promise.all(answers);
  expect(all.filter(({ status }) => status === 429).length).toBe(refused);
  expect(all.filter(({ body }) => String(body).includes("limit/server-busy")).length).toBe(refused);
  expect(engine.requests.length).toBe(2 + waiting - refused);
});

function makeApi(limits: Partial<ServiceLimits>) {
  const accessKeys = ["A", "B"].map((name) => plainKey({ name, key: name }));
  const engine = fakeEngine({ accessKeys });
  // However busy the machine is, none of the calls waits for a stretch of its own.
  const api = createRecordApi({ engines: [engine], limits: { stretch: 60_000, ...limits } });
  const ask = ({ key = "A", body = whole(find), headers = {} }: Asked) =>
    api.handle(plainRequest({ key, body, headers }));
  return { engine, ask };
}

interface Asked {
  readonly key?: string;
  readonly body?: RequestBody;
  readonly headers?: Readonly<Record<string, string>>;
}
