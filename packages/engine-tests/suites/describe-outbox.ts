import {
  appendEvents,
  appendRuns,
  claimEvents,
  outboxState,
  readOutbox,
  readRuns,
  removeEvents,
  settleEvents,
} from "@tablewright/core";
import {
  type JournalPage,
  outboxTable,
  type RuleRun,
  runsTable,
  type Store,
  type StoredRun,
} from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { people, readRows, withStore } from "@tablewright/store-contract/parts";
import { describe, expect, test } from "vitest";
import { append, claim, event, ids, list, settle, waiting } from "./outbox-calls.ts";

/** Events: appended with a change or not at all, claimed by one at a time, settled. */
export function describeOutbox(make: MakeStore): void {
  describe("outbox", () => {
    test("events come back as they were appended, the newest first, page by page", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("a", 10), event("b", 5)]);
        await append(store, []);
        await append(store, [event("c", 10)]);
        const listed = await list(store, 10);
        const [third = 0, second = 0, first = 0] = listed.map(({ sequence }) => sequence);
        expect(third > second && second > first && first > 0).toBe(true);
        const [c, b, a] = [waiting(third, "c", 10), waiting(second, "b", 5), waiting(first, "a", 10)];
        expect(listed).toEqual([c, b, a]);
        expect(await list(store, 2)).toEqual([c, b]);
        expect(await list(store, 2, second)).toEqual([a]);
        expect(await list(store, Number.MAX_SAFE_INTEGER, third + 1)).toEqual([c, b, a]);
        for (const limit of [0, -1]) expect(await list(store, limit)).toEqual([]);
        for (const before of [first, 0, -7]) expect(await list(store, 9, before)).toEqual([]);
      }));

    test("a transaction that fails leaves no event, no claim and no outcome behind", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("a"), event("b")]);
        const before = await list(store);
        const failed = store.write(async (transaction) => {
          await transaction.insert("People", [["p"]]);
          await appendEvents(transaction, [event("c")]);
          await claimEvents(transaction, { now: 9, until: 20, limit: 9 });
          await settleEvents(transaction, [{ id: "a", state: "delivered", dueAt: 9, error: undefined }]);
          expect((await readOutbox(transaction, { limit: 9 })).map(({ state }) => state)).toEqual([
            "waiting",
            "waiting",
            "delivered",
          ]);
          expect(await list(store)).toEqual(before);
          throw new Error("on purpose");
        });
        await expect(failed).rejects.toThrow("on purpose");
        expect(await list(store)).toEqual(before);
        expect(await readRows(store, "People")).toEqual([]);
        expect(ids(await claim(store, 9, 20))).toEqual(["a", "b"]);
        await append(store, [event("c")]);
        const sequences = (await list(store)).map(({ sequence }) => sequence);
        expect(new Set(sequences).size).toBe(3);
        expect(sequences).toEqual(sequences.toSorted((left, right) => right - left));
      }));

    test("how many wait, since when, and how many have failed", () =>
      withStore(make, tables, async (store) => {
        const stateOf = () => store.read(outboxState);
        expect(await stateOf()).toEqual({ waiting: 0, oldestWaiting: undefined, failed: 0 });
        await append(store, [event("a", 7), event("b", 5), event("c", 6), event("d", 1)]);
        await settle(store, [
          { id: "d", state: "delivered", dueAt: 9, error: undefined },
          { id: "c", state: "failed", dueAt: 9, error: "gone" },
        ]);
        expect(await stateOf()).toEqual({ waiting: 2, oldestWaiting: 5, failed: 1 });
      }));

    test("a claim gives what is due, in sequence, and puts it off until the claim ends", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("late", 50), event("a", 1), event("b", 3), event("c", 2)]);
        for (const limit of [0, -1]) expect(await claim(store, 10, 20, limit)).toEqual([]);
        expect(await claim(store, 0, 20)).toEqual([]);
        const [third = 0, second = 0] = (await list(store)).slice(1).map(({ sequence }) => sequence);
        expect(await claim(store, 10, 20, 2)).toEqual([
          { ...waiting(second, "a", 1), attempts: 1, dueAt: 20 },
          { ...waiting(third, "b", 3), attempts: 1, dueAt: 20 },
        ]);
        expect(ids(await claim(store, 10, 30))).toEqual(["c"]);
        expect(await claim(store, 19, 30)).toEqual([]);
        const again = await claim(store, 20, 40);
        expect(again.map(({ id, attempts, dueAt }) => [id, attempts, dueAt])).toEqual([
          ["a", 2, 40],
          ["b", 2, 40],
        ]);
        expect(ids(await claim(store, 50, 60))).toEqual(["late", "a", "b", "c"]);
        expect((await list(store)).map(({ attempts }) => attempts)).toEqual([2, 3, 3, 1]);
      }));

    test("what was delivered or has failed is not claimed again, what waits is when it is due", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("a"), event("b"), event("c"), event("d")]);
        const [d = 0, c = 0, b = 0, a = 0] = (await list(store)).map(({ sequence }) => sequence);
        await claim(store, 9, 20);
        await settle(store, [
          { id: "a", state: "delivered", dueAt: 9, error: undefined },
          { id: "b", state: "failed", dueAt: 9, error: "410 Gone" },
          { id: "c", state: "waiting", dueAt: 15, error: "503" },
          { id: "nobody", state: "failed", dueAt: 9, error: "?" },
        ]);
        expect(await list(store)).toEqual([
          { ...waiting(d, "d"), attempts: 1, dueAt: 20 },
          { ...waiting(c, "c"), attempts: 1, dueAt: 15, error: "503" },
          { ...waiting(b, "b"), attempts: 1, dueAt: 9, state: "failed", error: "410 Gone" },
          { ...waiting(a, "a"), attempts: 1, dueAt: 9, state: "delivered" },
        ]);
        expect(await claim(store, 14, 99)).toEqual([]);
        expect(ids(await claim(store, 15, 99))).toEqual(["c"]);
        expect(ids(await claim(store, 98, 99))).toEqual(["d"]);
        expect(ids(await claim(store, 1e15, 2e15))).toEqual(["c", "d"]);
        await settle(store, [{ id: "b", state: "waiting", dueAt: 1, error: undefined }]);
        expect((await claim(store, 1, 2)).map(({ id, error }) => [id, error])).toEqual([["b", undefined]]);
      }));

    test("any text of a payload or an error is kept", () =>
      withStore(make, tables, async (store) => {
        const texts = ["a\0b", "\ud800", '"a"', "\\u0000", " a "];
        await append(
          store,
          texts.map((payload, at) => ({ ...event(`e${at}`), rule: payload, payload })),
        );
        await settle(
          store,
          texts.map((error, at) => ({ id: `e${at}`, state: "failed", dueAt: 2, error })),
        );
        const listed = (await list(store)).toReversed();
        expect(listed.map(({ rule, payload, error }) => [rule, payload, error])).toEqual(
          texts.map((text) => [text, text, text]),
        );
      }));

    test("the last of several outcomes of an event counts", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("a")]);
        const outcome = { id: "a", dueAt: 1 };
        await settle(store, [
          { ...outcome, state: "delivered", error: undefined },
          { ...outcome, state: "waiting", error: "again" },
        ]);
        expect((await claim(store, 1, 2)).map(({ error }) => error)).toEqual(["again"]);
      }));

    test("an id is given once, and a call that repeats one appends nothing", () =>
      withStore(make, tables, async (store) => {
        await append(store, [event("a")]);
        for (const batch of [
          [event("b"), event("a")],
          [event("b"), event("b")],
        ]) {
          await expect(append(store, batch)).rejects.toThrow(/There is already an event with the id "[ab]"/u);
          expect(ids(await list(store))).toEqual(["a"]);
        }
        await store.write(async (transaction) => {
          await expect(appendEvents(transaction, [event("c"), event("a")])).rejects.toThrow(/already/u);
          await appendEvents(transaction, [event("c"), event("A")]);
        });
        expect(ids(await list(store))).toEqual(["A", "c", "a"]);
      }));

    test("1,500 events are claimed one batch after the other, each once", () =>
      withStore(make, tables, async (store) => {
        const all = Array.from({ length: 1_500 }, (_, at) => `e${at}`);
        await append(
          store,
          all.map((id) => event(id)),
        );
        const claimed: string[] = [];
        for (let batch = ids(await claim(store, 9, 20, 600)); batch.length > 0; ) {
          claimed.push(...batch);
          await settle(
            store,
            batch.map((id) => ({ id, state: "delivered", dueAt: 9, error: undefined })),
          );
          batch = ids(await claim(store, 9, 20, 600));
        }
        expect(claimed).toEqual(all);
        expect(await claim(store, 1_000, 2_000)).toEqual([]);
        const half = await list(store, 750);
        expect(ids(await list(store, 2, half.at(-1)?.sequence))).toEqual(["e749", "e748"]);
      }));

    test("two that claim at once are never given the same event", () =>
      withStore(make, tables, async (store) => {
        await append(
          store,
          Array.from({ length: 60 }, (_, at) => event(`${at}`)),
        );
        const claims = await Promise.all(
          Array.from({ length: 10 }, () =>
            store.write(async (transaction) => {
              const claimed = await claimEvents(transaction, { now: 9, until: 20, limit: 7 });
              await new Promise((resolve) => setTimeout(resolve, 0));
              return ids(claimed);
            }),
          ),
        );
        expect(new Set(claims.flat()).size).toBe(claims.flat().length);
        expect(claims.flat()).toHaveLength(60);
      }));

    test("events outlive a reopening, their numbers and leases with them", () =>
      withStore(make, tables, async (_, made) => {
        await append(made.store, [event("a"), event("b")]);
        await claim(made.store, 9, 20, 1);
        const before = await list(made.store);
        const store = made.reopen === undefined ? made.store : await made.reopen();
        await store.open(tables);
        expect(await list(store)).toEqual(before);
        expect(ids(await claim(store, 10, 20))).toEqual(["b"]);
        await append(store, [event("c")]);
        expect((await list(store))[0]?.sequence).toBeGreaterThan(before[0]?.sequence as number);
      }));

    test("what was delivered or has failed can be removed, and nothing that waits is", () =>
      withStore(make, tables, async (store) => {
        const events = ["a", "b", "c", "d", "e"].map((id) => ({
          id,
          rule: "Tell",
          payload: "{}",
          createdAt: 1,
        }));
        await store.write((transaction) => appendEvents(transaction, events));
        const settled = { dueAt: 9, error: undefined };
        await store.write((transaction) =>
          settleEvents(transaction, [
            { ...settled, id: "a", state: "delivered" },
            { ...settled, id: "b", state: "failed" },
            { ...settled, id: "d", state: "delivered" },
          ]),
        );
        const remove = (...ids: string[]) => store.write((transaction) => removeEvents(transaction, ids));
        const listed = async (page: JournalPage) =>
          (await store.read((transaction) => readOutbox(transaction, page))).map(({ id }) => id);
        expect(await remove("a", "b", "c", "d", "x")).toBe(3);
        expect(await remove()).toBe(0);
        expect(await listed({ limit: 9 })).toEqual(["e", "c"]);
        const [, { sequence = 0 } = {}] = await store.read((transaction) =>
          readOutbox(transaction, { limit: 9 }),
        );
        expect(await listed({ after: sequence, limit: 1 })).toEqual(["e"]);
        const claimed = await store.write((transaction) =>
          claimEvents(transaction, { now: 9, until: 20, limit: 9 }),
        );
        expect(claimed.map(({ id }) => id)).toEqual(["c", "e"]);
        await store.write((transaction) => appendEvents(transaction, events.slice(0, 1)));
        expect(await listed({ after: 0, limit: 9 })).toEqual(["c", "e", "a"]);
      }));

    test("runs come back as they were appended, the newest first, page by page", () =>
      withStore(make, tables, async (store) => {
        const runs: readonly RuleRun[] = [
          run("a"),
          { ...run("b"), change: "edit", events: ["e1", "e2"] },
          { ...run("c"), change: "delete", outcome: "DepthReached", depth: 5, at: -1 },
          { ...run("d"), outcome: "NotMet", reason: '[Name] = ": \u{1F6A2}" \ud800' },
          { ...run("e"), outcome: "NotMet" },
          { ...run("f"), key: "", change: "schedule", outcome: "Failed", reason: "a" },
        ];
        await appendAllRuns(store, runs.slice(0, 1));
        await appendAllRuns(store, []);
        await appendAllRuns(store, runs.slice(1));
        const sequences = (await listRuns(store)).map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted((one, other) => other - one));
        const [newest = 0, oldest = 0] = [sequences[0], sequences.at(-1)];
        const stored = runs.toReversed().map((one, at) => ({ ...one, sequence: sequences[at] }));
        expect(await listRuns(store)).toEqual(stored);
        expect(await listRuns(store, 1)).toEqual(stored.slice(0, 1));
        expect(await listRuns(store, 6, newest)).toEqual(stored.slice(1));
        for (const [limit, before] of [
          [0, newest],
          [-1, newest],
          [9, oldest],
          [9, -1],
        ])
          expect(await listRuns(store, limit, before)).toEqual([]);
      }));
  });
}

const tables = [people, outboxTable, runsTable];

function run(id: string): RuleRun {
  return {
    id,
    rule: "Tell them",
    table: "People",
    key: "k",
    change: "add",
    outcome: "Done",
    depth: 0,
    at: 1_773_500_966_123,
    events: [],
  };
}

function appendAllRuns(store: Store, runs: readonly RuleRun[]): Promise<void> {
  return store.write((transaction) => appendRuns(transaction, runs));
}

function listRuns(store: Store, limit = 100, before?: number): Promise<readonly StoredRun[]> {
  const page = before === undefined ? { limit } : { limit, before };
  return store.read((transaction) => readRuns(transaction, page));
}
