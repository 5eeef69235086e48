import type { ChangeFeedPart, ChangeRecord, HistoryRequest, Outcome, RowHistory } from "@tablewright/core";
import type { RowReader, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: past, name: Past, owner: owner@example.com, timezone: UTC, history: { keep: 2d } }
tables:
  Desks:
    key: [Desk]
    history: false
    columns: { Desk: { type: Text }, Chief: { type: Text } }
  Cases:
    key: [Case]
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      Case: { type: Number }
      Owner: { type: Text }
      Due: { type: Date }
      Secret: { type: Text, sensitive: true }
  Steps:
    key: [Case, Step]
    columns:
      Case: { type: Ref, table: Cases, partOf: true }
      Step: { type: Text }
      Done: { type: Yes/No }
  Vault:
    key: [Box]
    securityFilter: '[Code] = "1"'
    columns: { Box: { type: Text }, Code: { type: Text, sensitive: true } }
slices:
  Due Cases: { table: Cases, filter: "ISNOTBLANK([Due])", columns: [Case, Due] }
`;

const ANN = { caller: { email: "ann@example.com" } } as const;

/** What callers learn of the past, and what they do not. */
export function describeHistory(make: MakeStore): void {
  const withPast = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, undefined, DEFINITION);
  const cases = (action: string, ...rows: object[]) => ({ action, table: "Cases", rows: rows as never });
  const historyOf = async ({ engine }: Workshop, table: string, key: string, caller = {}) =>
    inShort(await engine.history({ ...caller, table, key } as HistoryRequest));

  describe("history", () => {
    test("a row has a version for each change, whatever became of it", () =>
      withPast(async (workshop) => {
        await workshop.rows(cases("Add", { Case: 1, Owner: "a", Secret: "s" }, { Case: 2 }));
        await workshop.rows(cases("Edit", { Case: 1, Due: "2026-03-20", Secret: "t" }));
        await workshop.rows(cases("Delete", { Case: 1 }));
        expect(await historyOf(workshop, "cases", "1")).toEqual([
          'Add add 1 null {"Case":1,"Owner":"a","Due":null}',
          'Edit edit 1 {"Due":null} {"Due":"2026-03-20"} Secret',
          'Delete delete 1 {"Case":1,"Owner":"a","Due":"2026-03-20"} null',
        ]);
        const { output } = await workshop.engine.history({ table: "Cases", key: "1" });
        expect(output?.versions[1]).toMatchObject({
          time: "2026-03-14T15:09:26.000Z",
          user: "owner@example.com",
          accessKey: null,
          cause: { action: "Edit", rules: [] },
          table: "Cases",
        });
      }));

    test("changes that share entries are found by their rows", () =>
      withPast(async (workshop) => {
        const many = Array.from({ length: 200 }, (_, at) => ({ Case: at + 1, Owner: `o${at + 1}` }));
        await workshop.rows(cases("Add", ...many));
        await workshop.rows(cases("Edit", ...many.map(({ Case }) => ({ Case, Due: "2026-03-20" }))));
        expect(await historyOf(workshop, "Cases", "77")).toEqual([
          'Add add 77 null {"Case":77,"Owner":"o77","Due":null}',
          'Edit edit 77 {"Due":null} {"Due":"2026-03-20"}',
        ]);
      }));

    test("a caller who does not see a row learns nothing of it, and of one that they see no time when they did not", () =>
      withPast(async (workshop) => {
        const missing = ["row/not-found"];
        await workshop.rows(cases("Add", { Case: 1, Owner: "x" }, { Case: 2, Owner: "ann@example.com" }));
        expect(await historyOf(workshop, "Cases", "1", ANN)).toEqual(missing);
        expect(await historyOf(workshop, "Cases", "9", ANN)).toEqual(missing);
        expect(await historyOf(workshop, "Cases", "1: 2", ANN)).toEqual(missing);
        await workshop.rows(cases("Edit", { Case: 1, Owner: "ann@example.com", Due: "2026-03-20" }));
        await workshop.rows(cases("Edit", { Case: 1, Due: "" }));
        expect(await historyOf(workshop, "Cases", "1", ANN)).toEqual([
          'Edit add 1 null {"Case":1,"Owner":"ann@example.com","Due":"2026-03-20"}',
          'Edit edit 1 {"Due":"2026-03-20"} {"Due":null}',
        ]);
        await workshop.rows(cases("Edit", { Case: 2, Owner: "x" }));
        expect(await historyOf(workshop, "Cases", "2", ANN)).toEqual(missing);
        await workshop.rows(cases("Delete", { Case: 1 }, { Case: 2 }));
        expect(await historyOf(workshop, "Cases", "1", ANN)).toHaveLength(3);
        expect(await historyOf(workshop, "Cases", "2", ANN)).toEqual(missing);
      }));

    test("a filter that reads what is not recorded hides every version", () =>
      withPast(async (workshop) => {
        await workshop.rows({ action: "Add", table: "Vault", rows: [{ Box: "a", Code: "1" }] });
        expect(await historyOf(workshop, "Vault", "a")).toEqual(["row/not-found"]);
        expect(await feed(workshop)).toEqual([]);
      }));

    test("a slice shows its columns, of the rows that were in it", () =>
      withPast(async (workshop) => {
        await workshop.rows(cases("Add", { Case: 1, Owner: "a" }));
        expect(await historyOf(workshop, "Due Cases", "1")).toEqual(["row/not-found"]);
        await workshop.rows(cases("Edit", { Case: 1, Due: "2026-03-20" }));
        expect(await historyOf(workshop, "Due Cases", "1")).toEqual([
          'Edit add 1 null {"Case":1,"Due":"2026-03-20"}',
        ]);
      }));

    test("a table without a history says so", () =>
      withPast(async (workshop) => {
        expect(await historyOf(workshop, "Desks", "a")).toEqual(["history/none"]);
        expect(await historyOf(workshop, "Desk", "a")).toEqual(["table/not-found"]);
      }));
  });

  describe("changes", () => {
    test("come in the order of commits, within a call in its own, a part at a time", () =>
      withPast(async (workshop) => {
        await workshop.rows(cases("Add", { Case: 1 }, { Case: 2 }));
        await workshop.rows({ action: "Add", table: "Steps", rows: [{ Case: 1, Step: "a" }] });
        await workshop.rows(cases("Delete", { Case: 1 }));
        const whole = await feed(workshop);
        expect(whole.map(({ operation, table, key }) => `${operation} ${table} ${key}`)).toEqual([
          "add Cases 1",
          "add Cases 2",
          "add Steps 1: a",
          "delete Steps 1: a",
          "delete Cases 1",
        ]);
        for (const limit of [1, 2, 3]) expect(await feed(workshop, {}, limit)).toEqual(whole);
        for (const [at, { cursor }] of whole.entries())
          expect(await feed(workshop, {}, 2, cursor)).toEqual(whole.slice(at + 1));
      }));

    test("a call of many changes is read a part at a time", () =>
      withPast(async (workshop) => {
        const many = Array.from({ length: 700 }, (_, at) => ({ Case: at + 1 }));
        await workshop.rows(cases("Add", ...many));
        const keys = (await feed(workshop, {}, 300)).map(({ key }) => Number(key));
        expect(keys).toEqual(many.map(({ Case }) => Case));
      }));

    test("a page of many calls takes a few statements, and pages of any size are the same changes", () => {
      const counted = { statements: 0 };
      const work = async (workshop: Workshop) => {
        for (let number = 1; number <= 90; number++) {
          await workshop.rows(
            cases("Add", { Case: number, Owner: number % 3 === 0 ? "ann@example.com" : "bob" }),
          );
          if (number % 3 === 0)
            await workshop.rows({ action: "Add", table: "Steps", rows: [{ Case: number, Step: "a" }] });
        }
        for (const [caller, count] of [
          [{}, 120],
          [ANN, 60],
        ] as const) {
          counted.statements = 0;
          const { output } = await workshop.engine.changes({ ...caller, limit: 1_000 });
          expect([output?.changes.length, output?.more]).toEqual([count, false]);
          expect(counted.statements).toBeLessThanOrEqual(8);
          const whole = output?.changes.map(({ cursor, key }) => [cursor, key]);
          for (const limit of [1, 7, 50]) {
            const parts = await feed(workshop, caller, limit);
            expect(parts.map(({ cursor, key }) => [cursor, key])).toEqual(whole);
          }
        }
      };
      return withWorkshop(make, work, (store) => counting(store, counted), DEFINITION);
    });

    test("a row that leaves the caller's view is deleted for them, and what it was is not told", () =>
      withPast(async (workshop) => {
        await workshop.rows(cases("Add", { Case: 1, Owner: "x" }, { Case: 2, Owner: "ann@example.com" }));
        await workshop.rows(cases("Edit", { Case: 1, Owner: "ann@example.com" }));
        await workshop.rows(cases("Edit", { Case: 2, Owner: "x" }));
        const reports = (await feed(workshop, ANN)).map(({ operation, key, before, after }) => [
          operation,
          key,
          before,
          after,
        ]);
        expect(reports).toEqual([
          ["add", "1", null, { Case: 1, Owner: "ann@example.com", Due: null }],
          ["delete", "2", null, null],
        ]);
      }));

    test("cursors do not count what is hidden from the caller, nor tell whether there was something", () =>
      withPast(async (workshop) => {
        const { engine } = workshop;
        const reader = { ...ANN, limit: 1 };
        const hide = () => workshop.rows(cases("Add", { Owner: "x", Case: ++hidden }));
        let hidden = 10;
        await hide();
        await workshop.rows(cases("Add", { Case: 1, Owner: "ann@example.com" }));
        await hide();
        const { output: first } = await engine.changes(reader);
        const [change] = first?.changes ?? [];
        expect(first).toMatchObject({ changes: [{ key: "1" }] });
        let after = change?.cursor;
        const places: (string | undefined)[] = [after];
        for (const before of [hide, async () => {}, hide, async () => {}]) {
          await before();
          const { output } = await engine.changes({ ...reader, after });
          expect(output).toMatchObject({ changes: [], more: false });
          after = output?.cursor;
          places.push(after);
        }
        expect(new Set(places).size).toBe(places.length);
        for (const place of places) expect(place).toMatch(/^[0-9a-f]{64}$/u);
        const again = await engine.changes(reader);
        expect(again.output?.changes[0]?.cursor).toBe(change?.cursor);
        const { diagnostics } = await engine.changes({ ...reader, after: "2" });
        expect(diagnostics.map(({ code }) => code)).toEqual(["history/cursor"]);
        await workshop.rows(cases("Edit", { Case: 1, Due: "2026-03-20" }));
        const { output: next } = await engine.changes({ ...reader, after });
        expect(next?.changes).toMatchObject([{ key: "1", operation: "edit" }]);
      }));

    test("a reader gets what its tables are", () =>
      withPast(async (workshop) => {
        await workshop.rows(cases("Add", { Case: 1 }));
        await workshop.rows({ action: "Add", table: "Steps", rows: [{ Case: 1, Step: "a" }] });
        const nameable = { table: (name: string) => name === "Steps", action: () => true };
        expect((await feed(workshop, { nameable })).map(({ table }) => table)).toEqual(["Steps"]);
      }));

    test.each([
      ["x", "history/cursor"],
      ["1-0", "history/cursor"],
      ["-1", "history/cursor"],
      ["", "history/cursor"],
    ])("the cursor %j is %s", (after, code) =>
      withPast(async ({ engine }) => {
        const { diagnostics } = await engine.changes({ after, limit: 1 });
        expect(diagnostics.map((one) => one.code)).toEqual([code]);
      }),
    );
  });
}

/** Everything from a cursor on, read a part at a time. */
async function feed(
  { engine }: Workshop,
  caller = {},
  limit = 100,
  from?: string,
): Promise<readonly ChangeRecord[]> {
  const all: ChangeRecord[] = [];
  for (let after = from; ; ) {
    const { output, diagnostics }: Outcome<ChangeFeedPart> = await engine.changes({
      ...caller,
      after,
      limit,
    });
    if (output === undefined) throw new Error(JSON.stringify(diagnostics));
    expect(output.changes.length).toBeLessThanOrEqual(limit);
    all.push(...output.changes);
    after = output.cursor;
    if (!output.more) return all;
  }
}

function inShort({ output, diagnostics }: Outcome<RowHistory>): readonly string[] {
  if (output === undefined) return diagnostics.map(({ code }) => code);
  return output.versions.map(({ cause, operation, key, before, after, concealed = [] }) =>
    [cause.action, operation, key, JSON.stringify(before), JSON.stringify(after), ...concealed].join(" "),
  );
}

/** A store that counts what is asked of it by reads. */
function counting(store: Store, counted: { statements: number }): Store {
  const counting = (reader: RowReader): RowReader => ({
    find(plan) {
      counted.statements += 1;
      return reader.find(plan);
    },
    getByKeys(table, keys) {
      counted.statements += 1;
      return reader.getByKeys(table, keys);
    },
  });
  const read: Store["read"] = (work, use) =>
    store.read((transaction) => work({ ...transaction, ...counting(transaction) }), use);
  return { ...store, read };
}
