/** Who has the processor next, with a clock and an event loop of the test's own. */

import { EventLoop, settle } from "@tablewright/tooling/virtual-time";
import { beforeEach, describe, expect, test } from "vitest";
import { type CallTurn, ProcessorShare, Scheduler } from "../src/turns/scheduler.ts";

const STRETCH = 10;
let loop: EventLoop;
let scheduler: Scheduler;
/** The keys of the stretches that were begun, in order. */
let stretches: string[];

beforeEach(() => {
  loop = new EventLoop();
  scheduler = new Scheduler({ stretch: STRETCH, now: loop.now, later: loop.later });
  stretches = [];
});

describe("a long call", () => {
  test("alone goes on in each round", async () => {
    work("a", new ProcessorShare(), 35);
    await settle();
    for (let round = 1; round <= 3; round++) {
      expect(loop.time).toBe(10 * round);
      await loop.goRound();
    }
    expect([loop.time, stretches]).toEqual([35, ["a", "a", "a", "a"]]);
  });

  test("has its turn after one stretch of each other key, however many calls those have", async () => {
    const [a, b] = [new ProcessorShare(), new ProcessorShare()];
    for (let call = 0; call < 16; call++) work("a", a, 100);
    await settle();
    for (let round = 0; round < 20; round++) await loop.goRound();
    stretches = [];
    work("b", b, 50);
    await loop.goOn();
    // The first stretch was not waited for, and costs less.
    expect(stretches.slice(0, 10)).toEqual(["b", "b", "a", "b", "a", "b", "a", "b", "a", "a"]);
    expect(loop.time).toBe(1650);
  });

  test("has its turn among many calls that use nothing before they wait for something else", async () => {
    const [a, b, other] = [new ProcessorShare(), new ProcessorShare(), new ProcessorShare()];
    work("other", other, STRETCH); // nobody begins in this round any more
    await settle();
    for (let call = 0; call < 16; call++) work("a", a, 0);
    work("b", b, 0);
    stretches = [];
    await loop.goOn();
    expect(stretches.indexOf("b")).toBeLessThanOrEqual(1);
    expect(stretches.toSorted()).toEqual([...Array(16).fill("a"), "b"]);
  });

  test("has its turn among many calls that use nothing, even when its key has used a stretch more", async () => {
    const [a, b] = [new ProcessorShare(), new ProcessorShare()];
    const busy = await scheduler.begin(b);
    for (let call = 0; call < 2; call++) work("a", a, 0);
    loop.time += STRETCH;
    for (let call = 0; call < 40; call++) work("a", a, 0);
    busy.finish();
    work("b", b, 0);
    stretches = [];
    await loop.goOn();
    expect(stretches.indexOf("b")).toBeLessThanOrEqual(5);
  });

  test("of a key that asked for nothing before has no credit for that", async () => {
    const [a, b, c] = [new ProcessorShare(), new ProcessorShare(), new ProcessorShare()];
    work("b", b, 5);
    work("a", a, 5_000);
    work("c", c, 5_000);
    await settle();
    for (let round = 0; round < 400; round++) await loop.goRound();
    stretches = [];
    work("b", b, 5_000);
    for (let round = 0; round < 30; round++) await loop.goRound();
    const count = (key: string) => stretches.filter((one) => one === key).length;
    expect([count("a"), count("b"), count("c")]).toEqual([10, 11, 10]);
  });

  test("is not charged for what it waited for", async () => {
    const [a, b] = [new ProcessorShare(), new ProcessorShare()];
    const turn = await scheduler.begin(a);
    loop.time += 3;
    expect(turn.isOver).toBe(false);
    await loop.goRound();
    loop.time += 5_000; // the store answers
    expect(turn.isOver).toBe(false);
    loop.time += 4;
    turn.finish();
    expect(a.used).toBe(7);
    expect(b.used).toBe(0);
  });
});

describe("while connections come in", () => {
  test.each([
    ["and goes on after the last", 1, 5, 6],
    ["for two slices", 5, 100, 4],
  ])("a waiting call lets rounds go by, one for each, %s", async (_, roundTakes, connections, rounds) => {
    work("a", new ProcessorShare(), 1_000);
    await settle();
    stretches = [];
    let waited = 0;
    for (; stretches.length < 1; waited++) {
      if (waited < connections) scheduler.arrive();
      loop.time += roundTakes;
      await loop.goRound();
    }
    expect(waited).toBe(rounds);
  });
});

describe("the calls of one key", () => {
  test("are carried out one after another when they are long", async () => {
    const share = new ProcessorShare();
    for (const name of ["1", "2", "3", "4"]) work(name, share, 300);
    await loop.goOn();
    expect(stretches.length).toBe(120);
    const first = stretches.lastIndexOf("1");
    expect(new Set(stretches.slice(first + 1, first + 26))).toEqual(new Set(["2"]));
    expect(stretches.slice(-50)).toEqual([...Array(25).fill("3"), ...Array(25).fill("4")]);
  });

  test("alternate with the long ones while they are short", async () => {
    const share = new ProcessorShare();
    for (const name of ["1", "2"]) work(name, share, 1_000);
    await settle();
    for (let round = 0; round < 50; round++) await loop.goRound();
    stretches = [];
    work("short", share, 35);
    for (let round = 0; round < 10; round++) await loop.goRound();
    expect(stretches).toEqual("short 1 short 1 short 1 short 1 1 1".split(" "));
  });
});

describe("a short call", () => {
  test("runs at once while others wait", async () => {
    for (let call = 0; call < 16; call++) work("a", new ProcessorShare(), 100);
    await settle();
    await loop.goRound();
    stretches = [];
    work("b", new ProcessorShare(), 1);
    expect(stretches).toEqual(["b"]);
  });

  test("of a key that is ahead of others waits for its turn", async () => {
    const others = Array.from({ length: 4 }, () => new ProcessorShare());
    for (const share of others) work("other", share, 1_000);
    await settle();
    await loop.goRound();
    const b = new ProcessorShare();
    let runToEnd = 0;
    const isAtOnce = () => {
      const before = stretches.length;
      work("b", b, 4);
      return stretches.length > before;
    };
    for (; runToEnd < 1_000 && isAtOnce(); runToEnd++) await loop.goRound();
    expect(runToEnd).toBeGreaterThanOrEqual(2);
    expect(runToEnd).toBeLessThan(1_000);
    expect(b.used).toBeLessThanOrEqual(Math.min(...others.map(({ used }) => used)) + 2 * STRETCH);
    await loop.goOn();
    expect(loop.time).toBe(4_000 + 4 * (runToEnd + 1));
  });

  test("waits behind the calls of its key that wait", async () => {
    const a = new ProcessorShare();
    work("long", a, 15);
    await settle();
    work("short", a, 1);
    await loop.goOn();
    expect(stretches).toEqual(["long", "long", "short"]);
  });

  test("of many that come at once each runs at once until they have used one stretch together", async () => {
    const shares = Array.from({ length: 40 }, () => new ProcessorShare());
    for (const [at, share] of shares.entries()) work(String(at), share, 1);
    expect(stretches.length).toBe(STRETCH);
    await loop.goRound();
    expect(stretches.length).toBe(STRETCH + 1);
    await loop.goOn();
    expect(stretches).toEqual(shares.map((_, at) => String(at)));
  });
});

test("what is used while no other waits is not held against a key", async () => {
  const [a, b] = [new ProcessorShare(), new ProcessorShare()];
  for (let call = 0; call < 1_000; call++) {
    work("a", a, 5);
    await loop.goRound();
  }
  work("b", b, 100);
  work("a", a, 100);
  stretches = [];
  await loop.goOn();
  expect(stretches.slice(0, 4).sort()).toEqual(["a", "a", "b", "b"]);
});

/** A call that works in steps of a millisecond and asks after each. */
function work(name: string, share: ProcessorShare, milliseconds: number): void {
  const begun = scheduler.begin(share);
  if (begun instanceof Promise) void begun.then((turn) => run(name, turn, milliseconds));
  else void run(name, begun, milliseconds);
}

async function run(name: string, turn: CallTurn, milliseconds: number): Promise<void> {
  stretches.push(name);
  for (let done = 0; done < milliseconds; done++) {
    if (turn.isOver) {
      await turn.pause();
      stretches.push(name);
    }
    loop.time++;
  }
  turn.finish();
}
