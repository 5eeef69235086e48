/** Which database a caller is sent to, over a primary and a standby whose positions are given. */
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import type { PostgresDatabase } from "../src/database.ts";
import { MOST_CALLERS, StandbyReads } from "../src/standby-reads.ts";

interface State {
  position: number;
  isStandby?: boolean;
  log?: string;
  asked?: number;
  /** What its answers wait for. */
  held?: Promise<void>;
}

/** One that is at this position, and that the log of both belongs to. */
function databaseAt(state: State): PostgresDatabase {
  const askBeside = async (sql: string) => {
    state.asked = (state.asked ?? 0) + 1;
    await state.held;
    if (sql.includes("system_identifier")) return [state.log ?? "1"];
    return state.isStandby === undefined ? [state.position] : [state.isStandby ? 1 : 0, state.position];
  };
  return { askBeside, place: "It" } as unknown as PostgresDatabase;
}

async function routed({ replayed = 10, isStandby = true } = {}) {
  const clock = virtualClock();
  const own: State = { position: 10 };
  const other: State = { position: replayed, isStandby };
  const primary = databaseAt(own);
  const standby = databaseAt(other);
  const reads = new StandbyReads(standby, primary, undefined, clock);
  await reads.refuseForeign();
  const chosen = async (caller: string) => ((await reads.choose(caller)) === standby ? "standby" : "primary");
  return { clock, own, other, reads, chosen };
}

test.each([
  ["one that has all of the log is read", { replayed: 10 }, "standby"],
  ["one that is behind from the beginning is not read", { replayed: 9 }, "primary"],
  ["one that was promoted is not read", { isStandby: false }, "primary"],
])("%s", async (_, state, expected) => {
  expect(await (await routed(state)).chosen("ann")).toBe(expected);
});

test("a caller who has written reads the standby when it has what they wrote, and others at once", async () => {
  const { own, other, reads, chosen } = await routed();
  own.position = 20;
  reads.noteWrite("ann");
  expect(await chosen("ann")).toBe("primary");
  expect(await chosen("ben")).toBe("standby");
  other.position = 19;
  expect(await chosen("ann")).toBe("primary");
  other.position = 20;
  expect(await chosen("ann")).toBe("standby");
});

test("what is written without a caller is waited for by all", async () => {
  const { own, other, reads, chosen } = await routed();
  own.position = 20;
  reads.noteWrite();
  expect(await chosen("ben")).toBe("primary");
  other.position = 20;
  await expect.poll(() => chosen("ben")).toBe("standby");
});

test.each([
  [MOST_CALLERS - 1, "standby"],
  [MOST_CALLERS, "standby"],
  [MOST_CALLERS + 1, "primary"],
])(
  "of %d writers, those beyond the ones that are held count as everybody: others read the %s",
  async (count, expected) => {
    const { own, reads, chosen } = await routed();
    own.position = 20;
    for (let caller = 1; caller <= count; caller++) reads.noteWrite(`caller ${caller}`);
    expect(await chosen("ben")).toBe(expected);
  },
);

test("a read that fails there sends the next ones to the primary", async () => {
  const { reads, chosen } = await routed();
  reads.noteLost();
  expect(await chosen("ben")).toBe("primary");
});

test("one that follows another database is refused", async () => {
  const reads = new StandbyReads(
    databaseAt({ position: 10, isStandby: true, log: "2" }),
    databaseAt({ position: 10 }),
  );
  await expect(reads.refuseForeign()).rejects.toThrow("follows another database");
});

test("a standby is asked once a second while it is read, and one that is slow to answer is not waited for", async () => {
  const { clock, other, chosen } = await routed();
  const asked = other.asked ?? 0;
  await clock.advance(1_000);
  expect(await chosen("ann")).toBe("standby");
  expect(other.asked).toBe(asked);
  await clock.advance(1);
  expect(await chosen("ann")).toBe("standby");
  expect(other.asked).toBeGreaterThan(asked);

  await clock.advance(1_001);
  const { promise, resolve } = Promise.withResolvers<void>();
  other.held = promise;
  let answer: string | undefined;
  chosen("ann").then((one) => {
    answer = one;
  });
  await clock.advance(99);
  expect(answer).toBe(undefined);
  await clock.advance(1);
  expect(answer).toBe("primary");
  resolve();
  await clock.advance(0);
  expect(await chosen("ann")).toBe("standby");
});

test("one that is too far behind is read again when it has what was written so long ago", async () => {
  const { clock, own, other, chosen } = await routed();
  for (let second = 0; second < 20; second++) {
    own.position++;
    await clock.advance(1_001);
    await chosen("ann");
  }
  expect(await chosen("ann")).toBe("primary");
  other.position = own.position;
  await clock.advance(1_001);
  await chosen("ann"); // has it asked
  await clock.advance(0);
  expect(await chosen("ann")).toBe("standby");
});
