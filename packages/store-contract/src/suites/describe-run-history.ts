import type { RuleRun, Store, StoredRun } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people } from "../tables/small-tables.ts";
import { hostileStrings } from "./hostile-strings.ts";

/** Runs of workflow rules: appended with the change that set them off, listed the newest first. */
export function describeRunHistory(make: MakeStore): void {
  describe("run history", () => {
    test("runs come back as they were appended, the newest first, page by page", () =>
      withStore(make, [people], async (store) => {
        const runs: readonly RuleRun[] = [
          run("a"),
          { ...run("b"), change: "edit", events: ["e1", "e2"] },
          { ...run("c"), change: "delete", outcome: "DepthReached", depth: 5, at: -1 },
          { ...run("d"), outcome: "NotMet", reason: '[Name] = ": \u{1F6A2}" \ud800' },
          { ...run("e"), outcome: "NotMet" },
          { ...run("f"), key: "", change: "schedule", outcome: "Failed", reason: "a" },
        ];
        await append(store, runs.slice(0, 1));
        await append(store, []);
        await append(store, runs.slice(1));
        const sequences = (await list(store)).map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted((one, other) => other - one));
        const [newest = 0, oldest = 0] = [sequences[0], sequences.at(-1)];
        const stored = runs.toReversed().map((one, at) => ({ ...one, sequence: sequences[at] }));
        expect(await list(store)).toEqual(stored);
        expect(await list(store, 1)).toEqual(stored.slice(0, 1));
        expect(await list(store, 6, newest)).toEqual(stored.slice(1));
        for (const [limit, before] of [
          [0, newest],
          [-1, newest],
          [9, oldest],
          [9, -1],
        ])
          expect(await list(store, limit, before)).toEqual([]);
      }));

    test("a transaction that fails leaves no run behind, and nobody sees one before it is committed", () =>
      withStore(make, [people], async (store) => {
        const failed = store.write(async (transaction) => {
          await transaction.appendRuns([run("a")]);
          expect(await transaction.listRuns({ limit: 9 })).toHaveLength(1);
          expect(await list(store)).toEqual([]);
          throw new Error("on purpose");
        });
        await expect(failed).rejects.toThrow("on purpose");
        expect(await list(store)).toEqual([]);
        await append(store, [run("a")]);
        await store.read(async (transaction) => {
          const before = await transaction.listRuns({ limit: 9 });
          await append(store, [run("b")]);
          expect(await transaction.listRuns({ limit: 9 })).toEqual(before);
        });
        const sequences = (await list(store)).map(({ sequence }) => sequence);
        expect(sequences).toHaveLength(2);
        expect(sequences[0]).toBeGreaterThan(sequences[1] as number);
      }));

    test("runs can be removed, and the others keep their numbers", () =>
      withStore(make, [people], async (store) => {
        await append(store, ["a", "b", "c"].map(run));
        const [last] = await list(store);
        expect(await store.write((transaction) => transaction.removeRuns(["a", "b", "x"]))).toBe(2);
        expect(await list(store)).toEqual([last]);
        await append(store, [run("b")]);
        const oldest = await store.read((transaction) => transaction.listRuns({ after: 0, limit: 1 }));
        expect(oldest.map(({ id }) => id)).toEqual(["c"]);
        expect((await list(store)).map(({ id }) => id)).toEqual(["b", "c"]);
      }));

    test("an id is given once, and a call that repeats one appends nothing", () =>
      withStore(make, [people], async (store) => {
        await append(store, [run("a")]);
        await expect(append(store, [run("b"), run("a")])).rejects.toThrow(
          'There is already a run with the id "a"',
        );
        await expect(append(store, [run("b"), run("b")])).rejects.toThrow(/already/u);
        expect((await list(store)).map(({ id }) => id)).toEqual(["a"]);
      }));

    test("any text is kept exactly", () =>
      withStore(make, [people], async (store) => {
        const runs = hostileStrings.map((one) => ({
          ...run(one),
          rule: one,
          table: one,
          key: one,
          events: [one, one],
        }));
        await append(store, runs);
        const listed = (await list(store)).toReversed();
        expect(listed).toEqual(runs.map((one, at) => ({ ...one, sequence: listed[at]?.sequence })));
      }));

    test("runs outlive a reopening, and their numbers go on", () =>
      withStore(make, [people], async (_, made) => {
        await append(made.store, [run("a"), run("b")]);
        const before = await list(made.store);
        const store = made.reopen === undefined ? made.store : await made.reopen();
        await store.open([people]);
        expect(await list(store)).toEqual(before);
        await append(store, [run("c")]);
        expect((await list(store))[0]?.sequence).toBeGreaterThan(before[0]?.sequence as number);
      }));

    test("10,000 runs are listed page by page, each once", () =>
      withStore(make, [people], async (store) => {
        const all = Array.from({ length: 10_000 }, (_, at) => `r${at}`);
        await append(
          store,
          all.map((id) => run(id)),
        );
        const listed: string[] = [];
        for (let page = await list(store, 3_000); page.length > 0; ) {
          listed.push(...page.map(({ id }) => id));
          page = await list(store, 3_000, page.at(-1)?.sequence);
        }
        expect(listed).toEqual(all.toReversed());
      }));

    test("what is appended is not what the caller holds", () =>
      withStore(make, [people], async (store) => {
        const events = ["e"];
        await append(store, [{ ...run("a"), events }]);
        events.push("f");
        expect((await list(store))[0]?.events).toEqual(["e"]);
      }));

    test("a transaction that has ended refuses them", () =>
      withStore(make, [people], async (store) => {
        const { transaction } = await store.write(async (one) => ({ transaction: one }));
        await expect(transaction.listRuns({ limit: 1 })).rejects.toThrow(/ended/);
        await expect(transaction.appendRuns([run("a")])).rejects.toThrow(/ended/);
        expect(await list(store)).toEqual([]);
      }));
  });
}

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

function append(store: Store, runs: readonly RuleRun[]): Promise<void> {
  return store.write((transaction) => transaction.appendRuns(runs));
}

function list(store: Store, limit = 100, before?: number): Promise<readonly StoredRun[]> {
  const page = before === undefined ? { limit } : { limit, before };
  return store.read((transaction) => transaction.listRuns(page));
}
