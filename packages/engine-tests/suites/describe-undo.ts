import type { Engine, EngineOptions, UndoRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: back, name: Back, owner: owner@example.com, timezone: UTC, history: { keep: 2d } }
tables:
  Orders:
    key: [Order]
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      Order: { type: Number }
      Owner: { type: Text }
      Count: { type: Number, max: 10 }
      Double: { type: Number, formula: "[Count] * 2" }
      Edits: { type: ChangeCounter, watch: { columns: [Count] } }
  Lines:
    key: [Order, Line]
    columns:
      Order: { type: Ref, table: Orders, partOf: true }
      Line: { type: Number }
      Text: { type: Text }
  Notes:
    key: [Note]
    updates: [add]
    columns: { Note: { type: Text } }
  Safes:
    key: [Safe]
    columns: { Safe: { type: Text }, Code: { type: Text, sensitive: true }, Place: { type: Text } }
  Log:
    key: [Entry]
    columns: { Entry: { type: Text }, Times: { type: Number }, Tags: { type: EnumList, values: [a, b] } }
actions:
  Count Up: { table: Log, set: { Times: "[Times] + 1" } }
  Log It: { table: Orders, onRows: { table: Log, rows: "Log[Entry]", action: Count Up } }
rules:
  Busy: { table: Orders, on: [edit], condition: "[_THISROW_AFTER].[Count] = 9", steps: [{ action: Log It }] }
`;

const ANN = { caller: { email: "ann@example.com" } } as const;

/** Calls that are taken back by calls. */
export function describeUndo(make: MakeStore): void {
  const withBack = (
    work: (workshop: Workshop) => Promise<void>,
    limits: NonNullable<EngineOptions["limits"]> = {},
  ) => withWorkshop(make, work, undefined, DEFINITION, limits);

  describe("undo", () => {
    test("why an undo does what it does is told of a dry run", () =>
      withBack(async (workshop) => {
        const { rows, engine } = workshop;
        await rows(on("Orders", "Add", { Order: 1, Owner: "a", Count: 1 }));
        await rows(on("Orders", "Edit", { Order: 1, Count: 5 }));
        const call = await lastCall(engine);
        const before = await stateOf(workshop);
        const { result, trace } = await engine.why({ call });
        expect(result).toEqual(await engine.undo({ call, properties: { DryRun: true } }));
        expect(result).toMatchObject({ ok: true, rows: [{ table: "Orders", operation: "edit" }] });
        const formulas = trace.steps
          .flatMap(({ steps = [] }) => steps)
          .filter(({ column }) => column === "Double");
        expect(formulas).toMatchObject([{ about: "formula" }]);
        expect(await stateOf(workshop)).toEqual(before);
        const other = await engine.why({ call, ...ANN });
        expect(other.result).toMatchObject({ ok: false });
      }));

    test("calls that are undone one after the other leave everything as it was, and so do undone undos", () =>
      withBack(async (workshop) => {
        const { rows, engine } = workshop;
        await rows(on("Orders", "Add", { Order: 1, Owner: "a", Count: 1 }, { Order: 2, Count: 2 }));
        await rows(on("Lines", "Add", { Order: 1, Line: 1, Text: "x" }, { Order: 2, Line: 1, Text: "y" }));
        const states = [await stateOf(workshop)];
        const calls: string[] = [];
        for (const request of [
          on("Orders", "Edit", { Order: 1, Count: 5, Owner: "b" }),
          on("Orders", "Add", { Order: 3, Count: 3 }, { Order: 4 }),
          on("Lines", "Edit", { Order: 1, Line: 1, Text: "z" }),
          on("Orders", "Delete", { Order: 1 }, { Order: 3 }),
          on("Lines", "Add", { Order: 4, Line: 7, Text: "w" }),
        ]) {
          await rows(request);
          calls.push(await lastCall(engine));
          states.push(await stateOf(workshop));
        }
        states.pop();
        const undos: { call: string; before: unknown }[] = [];
        for (const [at, call] of calls.reverse().entries()) {
          const before = await stateOf(workshop);
          expect(await undo(engine, { call })).toEqual([]);
          undos.push({ call: await lastCall(engine), before });
          expect([call, await stateOf(workshop)]).toEqual([call, states.at(-1 - at)]);
        }
        for (const { call, before } of undos.reverse()) {
          expect(await undo(engine, { call })).toEqual([]);
          expect(await stateOf(workshop)).toEqual(before);
        }
      }));

    test("what is computed is computed again, and a row that comes back has its counters", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Orders", "Add", { Order: 1, Count: 1 }));
        await rows(on("Orders", "Edit", { Order: 1, Count: 4 }));
        await undo(engine, { call: await lastCall(engine) });
        expect(await all("Orders")).toMatchObject([{ Count: 1, Double: 2, Edits: 3 }]);
        await rows(on("Orders", "Delete", { Order: 1 }));
        await undo(engine, { call: await lastCall(engine) });
        expect(await all("Orders")).toMatchObject([{ Count: 1, Double: 2, Edits: 3 }]);
      }));

    test("lists, blank ones too", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Log", "Add", { Entry: "e", Tags: ["a"] }, { Entry: "f" }));
        await rows(on("Log", "Edit", { Entry: "e", Tags: [] }, { Entry: "f", Tags: ["b"] }));
        const cleared = await lastCall(engine);
        await rows(on("Log", "Edit", { Entry: "f", Times: 1 }, { Entry: "e", Times: 1 }));
        expect(await undo(engine, { call: await lastCall(engine) })).toEqual([]);
        expect(await undo(engine, { call: cleared })).toEqual([]);
        expect(await all("Log")).toMatchObject([{ Tags: ["a"] }, { Tags: [] }]);
      }));

    test("what rules have done is undone, and rules hear of it", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Log", "Add", { Entry: "e", Times: 0 }));
        await rows(on("Orders", "Add", { Order: 1, Count: 9 }));
        await rows(on("Orders", "Edit", { Order: 1, Owner: "o" }));
        expect(await all("Log")).toMatchObject([{ Times: 1 }]);
        const call = await lastCall(engine);
        await rows(on("Orders", "Edit", { Order: 1, Count: 8 }));
        const later = await lastCall(engine);
        expect(await undo(engine, { call })).toEqual([`history/undo-conflict 1 1 ${later}`]);
        await undo(engine, { call: later });
        const undone = await lastCall(engine);
        expect(await all("Log")).toMatchObject([{ Times: 2 }]);
        expect(await undo(engine, { call })).toEqual([`history/undo-conflict 2 e ${undone}`]);
      }));

    test("parts that were added since are not deleted", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Orders", "Add", { Order: 1 }));
        const call = await lastCall(engine);
        await rows(on("Lines", "Add", { Order: 1, Line: 1 }));
        expect(await undo(engine, { call })).toEqual([
          `history/undo-conflict 1 1: 1 ${await lastCall(engine)}`,
        ]);
        expect(await all("Orders")).toHaveLength(1);
      }));

    test("a call is not there for a caller who does not see all of it, now or then", () =>
      withBack(async ({ rows, engine }) => {
        const own = { Owner: "ann@example.com" };
        await rows(on("Orders", "Add", { Order: 1, ...own }, { Order: 2 }));
        const mixed = await lastCall(engine);
        await rows(on("Orders", "Edit", { Order: 1, Count: 2 }));
        const edit = await lastCall(engine);
        for (const call of [mixed, "none"])
          expect(await undo(engine, { ...ANN, call })).toEqual(["history/no-call"]);
        expect(await undo(engine, { ...ANN, call: edit, properties: { DryRun: true } })).toEqual([]);
        const nameable = { table: (name: string) => name !== "Orders", action: () => true };
        expect(await undo(engine, { call: edit, nameable })).toEqual(["history/no-call"]);
        await rows(on("Orders", "Edit", { Order: 1, Owner: "bob" }));
        expect(await undo(engine, { ...ANN, call: edit })).toEqual(["history/no-call"]);
      }));

    test("calls that the caller does not see are not named", () =>
      withBack(async ({ rows, engine }) => {
        await rows(on("Orders", "Add", { Order: 1, Owner: "ann@example.com" }));
        const call = await lastCall(engine);
        await rows(on("Orders", "Delete", { Order: 1 }));
        const deleted = await lastCall(engine);
        await rows(on("Orders", "Add", { Order: 1 }));
        await rows(on("Orders", "Delete", { Order: 1 }));
        expect(await undo(engine, { ...ANN, call })).toEqual([`history/undo-conflict 1 1 ${deleted}`]);
      }));

    test("permissions and checks are those of ordinary calls", () =>
      withBack(async ({ rows, engine }) => {
        await rows(on("Notes", "Add", { Note: "n" }));
        expect(await undo(engine, { call: await lastCall(engine) })).toEqual(["access/not-allowed"]);
        const properties = { RunAsUserEmail: "" };
        expect(await undo(engine, { call: "x", properties })).toEqual(["auth/blank-identity"]);
      }));

    test("rights are asked for before anything is said of the rows", () =>
      withBack(async ({ rows, engine }) => {
        await rows(on("Orders", "Add", { Order: 1, Count: 1 }));
        const added = await lastCall(engine);
        await rows(on("Orders", "Edit", { Order: 1, Count: 2 }));
        const edited = await lastCall(engine);
        await rows(on("Orders", "Delete", { Order: 1 }));
        const deleted = await lastCall(engine);
        await rows(on("Orders", "Add", { Order: 1, Count: 3 }));
        const adding = { table: () => true, action: (name: string) => name === "Add" };
        for (const call of [added, edited])
          expect(await undo(engine, { call, nameable: adding })).toEqual(["access/not-allowed"]);
        expect(await undo(engine, { call: deleted, nameable: adding })).toEqual([
          "history/undo-conflict 1 1", // by which calls is told to who may find rows
        ]);
        const finding = { ...adding, action: (name: string) => name === "Find" || name === "Edit" };
        for (const call of [added, deleted])
          expect(await undo(engine, { call, nameable: finding })).toEqual(["access/not-allowed"]);
      }));

    test("parts that the caller may not name are not named", () =>
      withBack(async ({ rows, engine }) => {
        await rows(on("Orders", "Add", { Order: 1 }));
        const call = await lastCall(engine);
        await rows(on("Lines", "Add", { Order: 1, Line: 1 }));
        const whole = ["history/undo-conflict 1 1"];
        const limited = { table: (name: string) => name === "Orders", action: () => true };
        expect(await undo(engine, { call, nameable: limited })).toEqual(whole);
        const blind = { table: () => true, action: (name: string) => name !== "Find" };
        expect(await undo(engine, { call, nameable: blind })).toEqual(whole);
      }));

    test("values that are not recorded cannot be given back", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Safes", "Add", { Safe: "s", Code: "1" }));
        const added = await lastCall(engine);
        await rows(on("Safes", "Edit", { Safe: "s", Place: "p" }));
        expect(await undo(engine, { call: await lastCall(engine) })).toEqual([]);
        expect(await all("Safes")).toMatchObject([{ Code: "1", Place: null }]);
        await rows(on("Safes", "Edit", { Safe: "s", Code: "2" }));
        expect(await undo(engine, { call: await lastCall(engine) })).toEqual(["history/undo-unrecorded 1 s"]);
        await rows(on("Safes", "Delete", { Safe: "s" }));
        expect(await undo(engine, { call: await lastCall(engine) })).toEqual(["history/undo-unrecorded 1 s"]);
        expect(await undo(engine, { call: added })).toHaveLength(1);
      }));

    test("a dry run says what would be done, and an idempotency key does it once", () =>
      withBack(async ({ rows, all, engine }) => {
        await rows(on("Orders", "Add", { Order: 1, Count: 1 }));
        await rows(on("Orders", "Edit", { Order: 1, Count: 2 }));
        const call = await lastCall(engine);
        const tried = await engine.undo({ call, properties: { DryRun: true } });
        const edit = { table: "Orders", operation: "edit", key: "1" };
        const images = {
          before: { Count: 2, Double: 4, Edits: 2 },
          after: { Count: 1, Double: 2, Edits: 3 },
        };
        expect(tried).toMatchObject({ ok: true, rows: [{ ...edit, ...images }] });
        expect(await all("Orders")).toMatchObject([{ Count: 2 }]);
        const first = await engine.undo({ call, idempotencyKey: "k" });
        expect(await engine.undo({ call, idempotencyKey: "k" })).toEqual({ ...first, isReplayed: true });
        expect((await engine.history({ table: "Orders", key: "1" })).output?.versions).toHaveLength(3);
      }));

    test.each([
      [2, true],
      [1, true],
      [0, false],
    ])("looks through %i later changes of one: %s", (pastChanges, isAllowed) =>
      withBack(
        async ({ rows, engine }) => {
          await rows(on("Orders", "Add", { Order: 1 }));
          const call = await lastCall(engine);
          await rows(on("Orders", "Add", { Order: 2 }));
          expect(await undo(engine, { call })).toEqual(isAllowed ? [] : ["limit/undo"]);
        },
        { pastChanges },
      ),
    );
  });
}

function on(table: string, action: string, ...rows: object[]) {
  return { table, action, rows: rows as never };
}

async function lastCall(engine: Engine): Promise<string> {
  const { output } = await engine.changes({ limit: 1_000 });
  return output?.changes.at(-1)?.call ?? "";
}

/** The errors, each as its code, its row and key, and the calls that its sentence names. */
async function undo(engine: Engine, request: UndoRequest): Promise<readonly string[]> {
  const result = await engine.undo(request);
  if (result.ok) return [];
  return result.diagnostics.map(({ code, row, key, message }) => {
    const calls = code === "history/undo-conflict" ? (message.match(/\bid-\d+/g) ?? []) : [];
    return [code, row, code.includes("undo") ? key : undefined, calls.join(", ")].filter(Boolean).join(" ");
  });
}

/** All rows, by their keys and without numbers, counters among them. */
async function stateOf({ all }: Workshop): Promise<unknown> {
  const orders = (await all("Orders")).map(({ _RowNumber, Edits, ...row }) => row);
  const lines = (await all("Lines")).map(({ _RowNumber, ...row }) => row);
  return [...orders, ...lines].map((row) => JSON.stringify(row)).sort();
}
