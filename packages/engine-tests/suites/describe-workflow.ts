import type { EngineRequest } from "@tablewright/core";
import { readOutbox, readRuns } from "@tablewright/core";
import type { Store, StoredEvent, StoredRun } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { depotWith } from "./depot.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

interface Depot extends Workshop {
  /** The run history, the oldest first, each as `rule key change depth outcome`. */
  history(): Promise<readonly string[]>;
  /** The payloads of the outbox, the oldest first. */
  events(): Promise<readonly Record<string, unknown>[]>;
}

/** Workflow rules: when they run, what they see, what they leave in tables, outbox and history. */
export function describeWorkflow(make: MakeStore): void {
  const withRules = (rules: string, work: (depot: Depot) => Promise<void>, hit = "all") => {
    let store: Store | undefined;
    const read = <T>(list: (from: Store) => Promise<readonly T[]>) => list(store as Store);
    return withWorkshop(
      make,
      (workshop) =>
        work({
          ...workshop,
          history: async () => (await read(listRuns)).map(tell).reverse(),
          events: async () => (await read(listEvents)).map(({ payload }) => JSON.parse(payload)).reverse(),
        }),
      (made) => {
        store = made;
        return made;
      },
      depotWith(rules).replace("  Orders:\n", `  Orders:\n    hit: ${hit}\n`),
    );
  };
  const add = (...rows: NonNullable<EngineRequest["rows"]>[number][]): EngineRequest => ({
    action: "Add",
    table: "Orders",
    rows,
  });
  const edit = (...rows: NonNullable<EngineRequest["rows"]>[number][]): EngineRequest => ({
    action: "Edit",
    table: "Orders",
    rows,
  });
  const remove = (...orders: readonly string[]): EngineRequest => ({
    action: "Delete",
    table: "Orders",
    rows: orders.map((Order) => ({ Order })),
  });

  describe("workflow rules", () => {
    test("a rule runs for the changes it names, and what it does shows in the answer", () =>
      withRules("Count: { table: Orders, on: [add, edit], steps: [{ action: Bump }] }", async (depot) => {
        const { rows, history } = depot;
        expect(await rows(add({ Order: "a" }, { Order: "b", Count: 3 }))).toMatchObject([
          { Count: 1, Double: 2 },
          { Count: 4, Double: 8 },
        ]);
        expect(await rows(edit({ Order: "a", Note: "x" }))).toMatchObject([{ Count: 2, Note: "x" }]);
        await rows(remove("a"));
        await rows({ action: "Find", table: "Orders" });
        expect(await history()).toEqual(["Count a add 0 Done", "Count b add 0 Done", "Count a edit 0 Done"]);
      }));

    test("rules of a higher priority run first, whatever their place in the definition", () =>
      withRules(
        `
Late: { table: Orders, on: [add], steps: [{ action: Bump }] }
Soon: { table: Orders, on: [add], priority: 5, steps: [{ action: Bump }] }
Last: { table: Orders, on: [add], priority: -0.5, steps: [{ action: Bump }] }`,
        async ({ rows, history }) => {
          await rows(add({ Order: "a" }));
          expect(await history()).toEqual(["Soon a add 0 Done", "Late a add 0 Done", "Last a add 0 Done"]);
        },
      ));

    test("under hit: first a change sets off only the first rule that it meets", () =>
      withRules(
        `
Rest: { table: Orders, on: [add, edit], priority: -1, steps: [{ action: Bump }] }
Many: { table: Orders, on: [add], condition: "[Count] > 5", steps: [{ action: Bump }] }
Some: { table: Orders, on: [add], condition: "[Count] > 2", steps: [{ action: Bump }] }`,
        async ({ rows, history }) => {
          await rows(add({ Order: "a", Count: 7 }, { Order: "b", Count: 3 }, { Order: "c", Count: 1 }));
          // What a rule writes is a change of its own.
          expect((await history()).toSorted()).toEqual([
            "Many a add 0 Done",
            "Rest a edit 1 Done",
            "Rest b edit 1 Done",
            "Rest c add 0 Done",
            "Some b add 0 Done",
          ]);
          expect((await rows({ action: "Find", table: "Orders" })).map(({ Count }) => Count)).toEqual([
            9, 5, 2,
          ]);
        },
        "first",
      ));

    test("a condition sees the row before and after the change; a new row had nothing before", () =>
      withRules(
        `
Moved:
  table: Orders
  on: [add, edit, delete]
  condition: '[_THISROW_BEFORE].[Status] <> [_THISROW_AFTER].[Status]'
  steps: [{ action: Log Change }]`,
        async ({ rows, all, history }) => {
          await rows(add({ Order: "a" }));
          await rows(edit({ Order: "a", Note: "x" }));
          await rows(edit({ Order: "a", Status: "Packed" }));
          await rows(remove("a"));
          expect(await history()).toEqual(["Moved a add 0 Done", "Moved a edit 0 Done"]);
          expect((await all("Journal")).map(({ Of, Is }) => [Of, Is])).toEqual([
            ["a", "Open"],
            ["a", "Packed"],
          ]);
        },
      ));

    test("a rule on a slice runs for rows in it after the change, or before they were deleted", () =>
      withRules(
        "Seen: { table: Open Orders, on: [add, edit, delete], steps: [{ action: Log Change }] }",
        async ({ rows, history, all }) => {
          await rows(add({ Order: "a" }, { Order: "b", Status: "Sent" }));
          await rows(edit({ Order: "a", Status: "Packed" }, { Order: "b", Status: "Open" }));
          await rows(remove("a", "b"));
          expect(await history()).toEqual([
            "Seen a add 0 Done",
            "Seen b edit 0 Done",
            "Seen b delete 0 Done",
          ]);
          expect(await all("Journal")).toHaveLength(3);
        },
      ));

    test("a group sets off rules once for each row, with its first and its last image", () =>
      withRules(
        `
Moved:
  table: Orders
  on: [edit]
  condition: '[_THISROW_AFTER].[Count] - [_THISROW_BEFORE].[Count] = 2'
  steps: [{ webhook: { url: "https://example.com" } }]`,
        async ({ rows, history, events }) => {
          await rows(add({ Order: "a" }, { Order: "b" }));
          await rows({ action: "Bump And Pack", table: "Orders", rows: [{ Order: "b" }, { Order: "a" }] });
          expect(await history()).toEqual(["Moved b edit 0 Done", "Moved a edit 0 Done"]);
          expect(await events()).toMatchObject([{ key: "b" }, { key: "a" }]);
          const [{ body } = {}] = await events();
          expect(JSON.parse(String(body))).toMatchObject({
            change: "edit",
            before: { Order: "b", Count: 0, Status: "Open" },
            after: { Order: "b", Count: 2, Status: "Packed" },
          });
        },
      ));

    test("rules set off others but never themselves, and a chain ends after five", () =>
      withRules(
        [1, 2, 3, 4, 5, 6, 7]
          .map(
            (at) =>
              `R${at}: { table: Orders, on: [edit], condition: '[Count] = ${at}', steps: [{ action: Bump }] }`,
          )
          .join("\n"),
        async ({ rows, history }) => {
          await rows(add({ Order: "a" }));
          expect(await rows(edit({ Order: "a", Count: 1 }))).toMatchObject([{ Count: 6 }]);
          expect(await history()).toEqual([
            "R1 a edit 0 Done",
            "R2 a edit 1 Done",
            "R3 a edit 2 Done",
            "R4 a edit 3 Done",
            "R5 a edit 4 Done",
            "R6 a edit 5 DepthReached",
          ]);
        },
      ));

    test("two rules that undo each other come to an end", () =>
      withRules(
        `
Up: { table: Orders, on: [add, edit], steps: [{ action: Bump }] }
Note: { table: Orders, on: [edit], steps: [{ action: Swap }] }`,
        async ({ rows, history }) => {
          expect(await rows(add({ Order: "a" }))).toMatchObject([{ Count: 1, Status: "Packed" }]);
          expect(await history()).toEqual(["Up a add 0 Done", "Note a edit 1 Done"]);
        },
      ));

    test("parts that go with a deleted row set off rules too; what is gone can be told of but not written", () =>
      withRules(
        `
Gone: { table: Orders, on: [delete], steps: [{ action: Bump }, { action: Log Change }, { webhook: { url: "https://example.com/<<[Order]>>" } }] }
Line gone: { table: Lines, on: [delete], steps: [{ webhook: { url: "https://example.com/<<_ROWKEY>>" } }] }`,
        async ({ rows, events, all }) => {
          await rows(add({ Order: "a" }));
          await rows({ action: "Add Line", table: "Orders", rows: [{ Order: "a" }] });
          await rows(remove("a"));
          expect((await all("Journal")).map(({ Of, Is }) => [Of, Is])).toEqual([["a", "Open"]]);
          expect((await events()).map(({ url }) => url)).toEqual([
            "https://example.com/a",
            "https://example.com/a%3A%201",
          ]);
        },
      ));

    test("a step that fails undoes the whole call and says which rule, which row and why", () =>
      withRules(
        `
Tell: { table: Orders, on: [add], steps: [{ webhook: { url: "https://example.com" } }] }
Fill: { table: Orders, on: [add], condition: '[Note] = "bad"', steps: [{ action: Add Bad Line }] }`,
        async ({ rows, engine, all, history, events }) => {
          await rows(add({ Order: "a" }));
          const result = await engine.execute(add({ Order: "b" }, { Order: "c", Note: "bad" }));
          expect(result).toMatchObject({
            ok: false,
            diagnostics: [
              {
                code: "workflow/refused",
                row: 2,
                message:
                  'The workflow rule "Fill" of "Orders", which this change sets off, cannot be carried out: The action "Add Bad Line" cannot write to "Lines", column "Text": "Text" is required and has no value.',
              },
            ],
          });
          expect(await all("Orders")).toHaveLength(1);
          expect(await history()).toEqual(["Tell a add 0 Done"]);
          expect(await events()).toHaveLength(1);
        },
      ));

    test("parts that the caller does not see stay, and set off nothing", () =>
      withRules(
        "Odd: { table: Lines, on: [delete], condition: '[Line] * 9007199254740991 > 1', steps: [{ webhook: { url: 'https://example.com' } }] }",
        async ({ rows, all, history }) => {
          const properties = { RunAsUserEmail: "ada@example.com" };
          const lines = [{ Order: "a", Line: 77, Text: "x", Secret: "ada@example.com" }];
          await rows(add({ Order: "a" }));
          await rows({ action: "Add", table: "Lines", rows: lines, properties });
          await rows(remove("a"));
          expect([await all("Orders"), await history()]).toEqual([[], []]);
          expect(await rows({ action: "Find", table: "Lines", properties })).toMatchObject(lines);
        },
      ));

    test("a row that a rule deletes is answered as it last was, with a warning", () =>
      withRules("Purge: { table: Orders, on: [add], steps: [{ action: Remove }] }", async (depot) => {
        const result = await depot.engine.execute(add({ Order: "a", Note: "short" }));
        expect(result).toMatchObject({
          rows: [{ Order: "a", Note: "short" }],
          warnings: [{ code: "row/deleted-since", row: 1, key: "a" }],
        });
        expect(await depot.all("Orders")).toEqual([]);
      }));

    test("a dry run runs the rules and keeps nothing of them", () =>
      withRules(
        "Tell: { table: Orders, on: [add], steps: [{ action: Bump }, { webhook: { url: 'https://example.com' } }] }",
        async ({ rows, events, history }) => {
          const answer = await rows({ ...add({ Order: "a" }), properties: { DryRun: true } });
          expect(answer).toMatchObject([{ Count: 1 }]);
          expect([await events(), await history()]).toEqual([[], []]);
        },
      ));

    test("templates are filled in as JSON, as a URL and as headers", () =>
      withRules(
        `
Tell:
  table: Orders
  on: [add]
  steps:
    - webhook:
        url: 'https://example.com/<<[Order]>>?by=<<_USEREMAIL>>'
        method: PUT
        headers: { X-Note: 'note <<[Note]>>' }
        body: '{"note":"<<[Note]>>","again":<<[Note]>>,"count":<<[Count]>>,"blank":<<[Owner]>>,"now":"<<_NOW>>","rule":"<<_RULENAME>>","mode":"<<_UPDATEMODE>>","lines":<<[Related Lines]>>}'
        secret: env:HOOK_SECRET`,
        async ({ rows, events }) => {
          const note = 'a "quoted"\nline \\ é 🚢';
          await rows(add({ Order: "a/b", Note: note, Count: 2 }));
          const [event] = await events();
          expect(event).toMatchObject({
            app: "depot",
            url: "https://example.com/a%2Fb?by=owner%40example.com",
            method: "PUT",
            headers: { "X-Note": 'note a "quoted" line \\ é 🚢' },
            secret: "env:HOOK_SECRET",
          });
          expect(JSON.parse(String(event?.body))).toEqual({
            note,
            again: note,
            count: 2,
            blank: null,
            now: "2026-03-14T15:09:26",
            rule: "Tell",
            mode: "add",
            lines: [],
          });
        },
      ));
  });
}

const listRuns = (store: Store): Promise<readonly StoredRun[]> =>
  store.read((transaction) => readRuns(transaction, { limit: 1000 }));

const listEvents = (store: Store): Promise<readonly StoredEvent[]> =>
  store.read((transaction) => readOutbox(transaction, { limit: 1000 }));

function tell({ rule, key, change, depth, outcome }: StoredRun): string {
  return `${rule} ${key} ${change} ${depth} ${outcome}`;
}
