/** The processor is shared between keys: counted in stretches, on a clock and an event loop of the test's own. */
import type { EngineRequest, Result } from "@tablewright/core";
import { EventLoop, settle } from "@tablewright/tooling/virtual-time";
import { beforeEach, describe, expect, test } from "vitest";
import { createRecordApi, type RecordApi } from "../src/index.ts";
import { Scheduler } from "../src/turns/scheduler.ts";
import { appId, type FakeEngine, fakeEngine, plainKey } from "./fake-engine.ts";
import { plainRequest, whole } from "./plain-request.ts";

const KEYS = ["A", "B", "C"];
let loop: EventLoop;
let engine: FakeEngine;
let api: RecordApi;
/** The actions of the stretches the engine was given, in order. */
let stretches: string[];

beforeEach(() => {
  loop = new EventLoop();
  engine = fakeEngine({ accessKeys: KEYS.map((name) => plainKey({ name, key: name })) });
  api = createRecordApi(
    { engines: [engine] },
    new Scheduler({ stretch: 10, now: loop.now, later: loop.later }),
  );
  stretches = [];
  engine.answer = busy;
});

describe("while one key carries out 16 long calls", () => {
  beforeEach(async () => {
    for (let call = 0; call < 16; call++) void ask("A", "long");
    await settle();
    for (let round = 0; round < 50; round++) await loop.goRound();
    stretches = [];
  });

  test("a short call of another key begins before any of their stretches", async () => {
    const answer = ask("B", "short");
    await settle();
    expect(stretches).toEqual(["short"]);
    expect((await answer).status).toBe(200);
  });

  test.each([
    ["/healthz", 200],
    ["/readyz", 200],
    ["/nowhere", 404],
  ])("%s is answered before any of their stretches", async (path, status) => {
    const answer = await api.handle(plainRequest({ path, method: "GET" }));
    expect([answer.status, stretches]).toEqual([status, []]);
  });

  test("of 50 short calls of another key that come at once none waits for more than two of their stretches at a time", async () => {
    const answers = Array.from({ length: 50 }, () => ask("B", "short"));
    let isAnswered = false;
    void Promise.all(answers).then(() => {
      isAnswered = true;
    });
    await settle();
    while (!isAnswered) await loop.goRound();
    expect(stretches.indexOf("long")).toBeGreaterThanOrEqual(10);
    const longInARow = stretches
      .join()
      .split("short")
      .map((some) => some.split("long").length - 1);
    expect(Math.max(...longInARow)).toBeLessThanOrEqual(2);
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
  });

  test("a long body of another key is parsed in stretches between theirs", async () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ "Order ID": id, Note: "x".repeat(50) }));
    const body = JSON.stringify({ Action: "Add", Rows: rows });
    let looks = 0; // each look at the clock takes a millisecond
    const scheduler = new Scheduler({ stretch: 10, now: () => loop.time + looks++, later: loop.later });
    api = createRecordApi({ engines: [engine] }, scheduler);
    engine.answer = ({ rows: sent }) => ({ ok: true, rows: [{ count: sent?.length ?? 0 }], warnings: [] });
    let isAnswered = false;
    const answer = ask("B", "Add", body).finally(() => {
      isAnswered = true;
    });
    let rounds = 0;
    await settle();
    for (; !isAnswered; rounds++) await loop.goRound();
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(JSON.parse((await answer).body as string)).toEqual({ Rows: [{ count: 10_000 }] });
  });
});

test("a long call is answered although other keys never stop asking", async () => {
  let isAnswered = false;
  void ask("A", "long").then(() => {
    isAnswered = true;
  });
  for (let round = 0; !isAnswered && round < 6_000; round++) {
    for (let call = 0; call < 20; call++) void ask("B", "short");
    await settle();
    await loop.goRound();
  }
  expect(isAnswered).toBe(true);
});

test("the rows of an answer are written in stretches", async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: "x".repeat(10_000) }));
  engine.answer = () => ({ ok: true, rows, warnings: [] });
  const answer = await ask("A", "Find");
  const received: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      loop.time += 4;
      received.push(piece);
    }
  })();
  await settle();
  expect(received.length).toBe(3);
  await loop.goRound();
  expect(received.length).toBe(3 + 3);
  await loop.goOn();
  await reading;
  expect(JSON.parse(Buffer.concat(received).toString())).toEqual({ Rows: rows });
});

test("an explanation has the turn of its call", async () => {
  const turns: EngineRequest["turn"][] = [];
  engine.explain = async ({ turn }) => {
    turns.push(turn);
    return { output: undefined, diagnostics: [] };
  };
  const path = `/api/v2/apps/${appId}/tables/Orders/explain`;
  await api.handle(plainRequest({ key: "A", path, body: whole("{}") }));
  expect(turns).toEqual([expect.objectContaining({ isOver: false })]);
});

function ask(key: string, action: string, body = JSON.stringify({ Action: action })) {
  return api.handle(plainRequest({ key, body: whole(body) }));
}

/** A long call works for three seconds, a short one for a millisecond; both ask after each millisecond. */
async function busy({ action, turn }: EngineRequest): Promise<Result> {
  stretches.push(action);
  for (let done = 0; done < (action === "long" ? 3_000 : 1); done++) {
    if (turn?.isOver) {
      await turn.pause();
      stretches.push(action);
    }
    loop.time++;
  }
  return { ok: true, rows: [{ done: action }], warnings: [] };
}
