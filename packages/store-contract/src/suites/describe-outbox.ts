import { describe, expect, test } from "vitest";
import { insertRows } from "../insert-rows.ts";
import { readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people } from "../tables/small-tables.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { append, claim, event, ids, list, settle, waiting } from "./outbox-calls.ts";

/** Events: appended with a change or not at all, claimed by one at a time, settled. */
export function describeOutbox(make: MakeStore): void {
  describe("outbox", () => {
    test("events come back as they were appended, the newest first, page by page", () =>
      withStore(make, [people], async (store) => {
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
      withStore(make, [people], async (store) => {
        await append(store, [event("a"), event("b")]);
        const before = await list(store);
        const failed = store.write(async (transaction) => {
          await transaction.insert("People", [["p"]]);
          await transaction.appendEvents([event("c")]);
          await transaction.claimEvents({ now: 9, until: 20, limit: 9 });
          await transaction.settleEvents([{ id: "a", state: "delivered", dueAt: 9, error: undefined }]);
          expect((await transaction.listEvents({ limit: 9 })).map(({ state }) => state)).toEqual([
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
      withStore(make, [people], async (store) => {
        const stateOf = () => store.read(async (transaction) => transaction.outboxState?.());
        if ((await stateOf()) === undefined) return; // a store may be unable to tell
        expect(await stateOf()).toEqual({ waiting: 0, oldestWaiting: undefined, failed: 0 });
        await append(store, [event("a", 7), event("b", 5), event("c", 6), event("d", 1)]);
        await settle(store, [
          { id: "d", state: "delivered", dueAt: 9, error: undefined },
          { id: "c", state: "failed", dueAt: 9, error: "gone" },
        ]);
        expect(await stateOf()).toEqual({ waiting: 2, oldestWaiting: 5, failed: 1 });
      }));

    test("a claim gives what is due, in sequence, and puts it off until the claim ends", () =>
      withStore(make, [people], async (store) => {
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
      withStore(make, [people], async (store) => {
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

    test("the last of several outcomes of an event counts", () =>
      withStore(make, [people], async (store) => {
        await append(store, [event("a")]);
        const outcome = { id: "a", dueAt: 1 };
        await settle(store, [
          { ...outcome, state: "delivered", error: undefined },
          { ...outcome, state: "waiting", error: "again" },
        ]);
        expect((await claim(store, 1, 2)).map(({ error }) => error)).toEqual(["again"]);
      }));

    test("an id is given once, and a call that repeats one appends nothing", () =>
      withStore(make, [people], async (store) => {
        await append(store, [event("a")]);
        for (const batch of [
          [event("b"), event("a")],
          [event("b"), event("b")],
        ]) {
          await expect(append(store, batch)).rejects.toThrow(/There is already an event with the id "[ab]"/u);
          expect(ids(await list(store))).toEqual(["a"]);
        }
        await store.write(async (transaction) => {
          await expect(transaction.appendEvents([event("c"), event("a")])).rejects.toThrow(/already/u);
          await transaction.appendEvents([event("c"), event("A")]);
        });
        expect(ids(await list(store))).toEqual(["A", "c", "a"]);
      }));

    test("the same of many, wherever the repeated one is", () =>
      withStore(make, [people], async (store) => {
        const many = Array.from({ length: 70 }, (_, at) => `e${at}`);
        await append(store, [event("old")]);
        await store.write(async (transaction) => {
          const appendAll = (all: readonly string[]) => transaction.appendEvents(all.map((id) => event(id)));
          await appendAll(["older"]);
          for (const [repeated, at] of [
            ["old", 0],
            ["older", 30],
            ["e7", 70],
          ] as const)
            await expect(appendAll(many.toSpliced(at, 0, repeated))).rejects.toThrow(
              `There is already an event with the id "${repeated}"`,
            );
          await appendAll(many);
        });
        expect(ids(await list(store, 100)).toReversed()).toEqual(["old", "older", ...many]);
      }));

    test("any text is kept exactly, and is an id to settle by", () =>
      withStore(make, [people], async (store) => {
        const events = hostileStrings.map((one) => ({ id: one, rule: one, payload: one, createdAt: 1 }));
        await append(store, events);
        await settle(
          store,
          hostileStrings.map((one) => ({ id: one, state: "failed" as const, dueAt: 2, error: one })),
        );
        const listed = (await list(store, events.length)).toReversed();
        expect(listed.map(({ id, rule, payload }) => [id, rule, payload])).toEqual(
          hostileStrings.map((one) => [one, one, one]),
        );
        expect(listed.map(({ error }) => error)).toEqual(hostileStrings);
      }));

    test("a payload of 1 MB stays whole", () =>
      withStore(make, [people], async (store) => {
        const payload = JSON.stringify("🚢\0\ud800'\"\\\n".repeat(60_000));
        expect(payload.length).toBeGreaterThan(1_048_576);
        await append(store, [{ ...event("a"), payload }]);
        expect((await list(store))[0]?.payload === payload).toBe(true);
        expect((await claim(store, 9, 10))[0]?.payload === payload).toBe(true);
      }));

    test("10,000 events are claimed one batch after the other, each once", () =>
      withStore(make, [people], async (store) => {
        const all = Array.from({ length: 10_000 }, (_, at) => `e${at}`);
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
        const half = await list(store, 5_000);
        expect(ids(await list(store, 2, half.at(-1)?.sequence))).toEqual(["e4999", "e4998"]);
      }));

    test("two that claim at once are never given the same event", () =>
      withStore(make, [people], async (store) => {
        await append(
          store,
          Array.from({ length: 60 }, (_, at) => event(`${at}`)),
        );
        const claims = await Promise.all(
          Array.from({ length: 10 }, () =>
            store.write(async (transaction) => {
              const claimed = await transaction.claimEvents({ now: 9, until: 20, limit: 7 });
              await new Promise((resolve) => setTimeout(resolve, 0));
              return ids(claimed);
            }),
          ),
        );
        expect(new Set(claims.flat()).size).toBe(claims.flat().length);
        expect(claims.flat()).toHaveLength(60);
      }));

    test("a reader keeps the outbox it began with", () =>
      withStore(make, [people], async (store) => {
        await append(store, [event("a")]);
        await store.read(async (transaction) => {
          const before = await transaction.listEvents({ limit: 9 });
          await append(store, [event("b")]);
          await claim(store, 9, 20);
          expect(await transaction.listEvents({ limit: 9 })).toEqual(before);
        });
        expect(await list(store)).toHaveLength(2);
      }));

    test("events outlive a reopening, their numbers and leases with them", () =>
      withStore(make, [people], async (_, made) => {
        await append(made.store, [event("a"), event("b")]);
        await claim(made.store, 9, 20, 1);
        const before = await list(made.store);
        const store = made.reopen === undefined ? made.store : await made.reopen();
        await store.open([people]);
        expect(await list(store)).toEqual(before);
        expect(ids(await claim(store, 10, 20))).toEqual(["b"]);
        await append(store, [event("c")]);
        expect((await list(store))[0]?.sequence).toBeGreaterThan(before[0]?.sequence as number);
      }));

    test("what is appended is not what the caller holds", () =>
      withStore(make, [people], async (store) => {
        const own = { ...event("a"), extra: 1 };
        await append(store, [own]);
        Object.assign(own, { rule: "changed" });
        const listed = await list(store);
        expect(listed).toEqual([waiting(listed[0]?.sequence ?? 0, "a")]);
      }));

    test("tables of the same name as the store's own are the user's", () =>
      withStore(make, namesakes, async (store) => {
        await append(store, [event("a")]);
        for (const { name } of namesakes) {
          await insertRows(store, name, [["p", "Pia"]]);
          expect(await readRows(store, name)).toEqual([["p", "Pia", null, null, 1]]);
        }
        expect(ids(await list(store))).toEqual(["a"]);
      }));

    test("a transaction that has ended refuses them", () =>
      withStore(make, [people], async (store) => {
        const ended = await store.write(async (transaction) => ({ transaction }));
        const { transaction } = ended;
        await expect(transaction.listEvents({ limit: 1 })).rejects.toThrow(/ended/);
        await expect(transaction.appendEvents([event("a")])).rejects.toThrow(/ended/);
        await expect(transaction.claimEvents({ now: 1, until: 2, limit: 1 })).rejects.toThrow(/ended/);
        await expect(transaction.settleEvents([])).rejects.toThrow(/ended/);
        expect(await list(store)).toEqual([]);
      }));
  });
}

const namesakes = ["tablewright_outbox", "TABLEWRIGHT_RUNS", "tablewright_outbox_waiting"].map((name) => ({
  ...people,
  name,
}));
