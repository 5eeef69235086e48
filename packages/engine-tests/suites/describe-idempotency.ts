import { createEngine, type Engine, type EngineRequest, loadDefinition } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: once, name: Once, owner: owner@example.com, timezone: UTC }
tables:
  Bills:
    key: [Bill]
    columns:
      Bill: { type: Text, initialValue: UNIQUEID() }
      Sum: { type: Number, max: 100 }
      Paid: { type: Number, initialValue: "0" }
  Notes:
    key: [Note]
    columns: { Note: { type: Text }, Bill: { type: Ref, table: Bills } }
actions:
  Pay: { table: Bills, set: { Paid: "[Paid] + 1" } }
`;

const FILTER = 'OR(USEREMAIL() = "owner@example.com", [Owner] = USEREMAIL())';
const PRIVATE = `
tablewright: 1
app: { id: once, name: Once, owner: owner@example.com, timezone: UTC, history: { keep: 1d } }
tables:
  Notes:
    key: [Note]
    securityFilter: '${FILTER}'
    columns: { Note: { type: Text }, Owner: { type: Text }, Text: { type: Text, showIf: "FALSE" } }
  Open: { key: [Note], columns: { Note: { type: Text }, Text: { type: Text } } }
slices:
  Short: { table: Open, filter: 'LEN([Text]) < 9', columns: [Note, Text] }
`;

/** Calls that come again. */
export function describeIdempotency(make: MakeStore): void {
  const bills = (action: string, row: object, idempotencyKey?: string): EngineRequest => ({
    action,
    table: "Bills",
    rows: [row as never],
    idempotencyKey,
  });

  describe("calls with an idempotency key", () => {
    test("are carried out once and answered alike", () =>
      withWorkshop(
        make,
        async ({ engine, rows, all }) => {
          const first = await engine.execute(bills("Add", { Sum: 1 }, "a"));
          const again = await engine.execute(bills("Add", { Sum: 1 }, "a"));
          expect(again).toEqual({ ...first, isReplayed: true });
          const [{ Bill } = {}] = await all("Bills");
          for (let time = 0; time < 3; time++)
            expect(await rows(bills("Pay", { Bill }, "b"))).toMatchObject([{ Paid: 1 }]);
          expect(await rows(bills("Pay", { Bill }, "c"))).toMatchObject([{ Paid: 2 }]);
          expect(await rows(bills("Pay", { Bill }))).toMatchObject([{ Paid: 3 }]);
          expect(await all("Bills")).toHaveLength(1);
        },
        undefined,
        DEFINITION,
      ));

    test("are known by caller, key and what they ask for", () =>
      withWorkshop(
        make,
        async ({ errors, rows, all }) => {
          await rows(bills("Add", { Sum: 1 }, "a"));
          expect(await errors(bills("Add", { Sum: 2 }, "a"))).toEqual(["request/key-reused"]);
          await rows({ ...bills("Add", { Sum: 2 }, "a"), accessKey: "other" });
          await rows({ ...bills("Add", { Sum: 3 }, "a"), caller: { email: "ann@example.com" } });
          await rows({ ...bills("Add", { Sum: 4 }, "d"), properties: { DryRun: true } });
          await rows(bills("Add", { Sum: 4 }, "d"));
          expect((await all("Bills")).map(({ Sum }) => Sum)).toEqual([1, 2, 3, 4]);
        },
        undefined,
        DEFINITION,
      ));

    test("are answered keys of stored rows to callers who may not find rows any more", () =>
      withWorkshop(
        make,
        async ({ rows }) => {
          const limited = { table: () => true, action: (name: string) => name !== "Find" };
          const update = { OnDuplicate: "update" } as const;
          const calls: readonly EngineRequest[] = [
            bills("Add", { Bill: "x", Sum: 1 }, "add"),
            bills("Edit", { Bill: "x", Sum: 2 }, "edit"),
            { ...bills("Add", { Bill: "x", Sum: 3 }, "update"), properties: update },
            bills("Pay", { Bill: "x" }, "pay"),
            bills("Delete", { Bill: "x" }, "delete"),
          ];
          for (const call of calls) expect(await rows(call)).toMatchObject([{ Paid: expect.any(Number) }]);
          const again = [];
          for (const call of calls) again.push(await rows({ ...call, nameable: limited }));
          const keys = [{ Bill: "x" }];
          expect(again).toEqual([[expect.objectContaining({ Bill: "x", Sum: 1 })], keys, keys, keys, keys]);
          const fresh = bills("Add", { Bill: "y", Sum: 1 }, "fresh");
          const upsert = { ...fresh, properties: update, nameable: limited };
          const first = await rows(upsert);
          expect(first).toMatchObject([{ Bill: "y", Sum: 1 }]);
          expect(await rows(upsert)).toEqual(first);
        },
        undefined,
        DEFINITION,
      ));

    describe("are answered no more than their caller may read now", () => {
      const ANN = { email: "ann@example.com" };
      const WHOLE = { Note: "n", Owner: "ann@example.com" };
      const note = (action: string, row: object, more: Partial<EngineRequest> = {}): EngineRequest => ({
        action,
        table: "Notes",
        rows: [row as never],
        idempotencyKey: action,
        caller: ANN,
        ...more,
      });
      const add = note("Add", { ...WHOLE, Text: "of Ann's" });
      const edit = note("Edit", { Note: "n", Text: "edited" });
      const remove = note("Delete", { Note: "n" });

      /** An engine over the definition with changes, each over the same store as the one before. */
      const reloading = async (
        work: (reload: (...changes: [string, string][]) => Promise<Engine>) => Promise<void>,
      ) => {
        const { store, dispose } = await make(PRIVATE);
        let ids = 0;
        const services = {
          now: () => Date.UTC(2026, 2, 14),
          random: Math.random,
          newId: () => `id-${++ids}`,
        };
        try {
          await work(async (...changes) => {
            const source = changes.reduce((text, [before, after]) => text.replace(before, after), PRIVATE);
            const { output: definition, diagnostics } = loadDefinition(source);
            if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
            return createEngine({ definition, store, services });
          });
        } finally {
          await dispose();
        }
      };
      const again = async (engine: Engine, request: EngineRequest) => {
        const result = await engine.execute(request);
        if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
        expect(result.isReplayed).toBe(true);
        return result.rows;
      };

      test("of a row that others have hidden or deleted since, its key", () =>
        reloading(async (reload) => {
          const engine = await reload();
          for (const call of [add, edit]) await engine.execute(call);
          expect(await again(engine, edit)).toMatchObject([{ ...WHOLE, Text: "edited" }]);
          await engine.edit("Notes", [{ Note: "n", Owner: "bob@example.com" }]);
          for (const call of [add, edit]) expect(await again(engine, call)).toEqual([{ Note: "n" }]);
          await engine.edit("Notes", [{ Note: "n", Owner: "ann@example.com", Text: "by others" }]);
          expect(await again(engine, edit)).toMatchObject([{ ...WHOLE, Text: "edited" }]);
          expect(await engine.execute(remove)).toMatchObject({ rows: [{ Text: "by others" }] });
          for (const call of [add, edit, remove]) expect(await again(engine, call)).toEqual([{ Note: "n" }]);
        }));

      test("of a row that a definition has come to hide, its key", () =>
        reloading(async (reload) => {
          const first = await reload();
          await first.execute(add);
          const tightened = await reload([FILTER, 'USEREMAIL() = "owner@example.com"']);
          expect(await again(tightened, add)).toEqual([{ Note: "n" }]);
          expect(await again(await reload(), add)).toMatchObject([WHOLE]);
        }));

      test("no column that was taken from them, nor its name", () =>
        reloading(async (reload) => {
          const forms = { properties: { Form: true }, table: "Short", caller: "owner" } as const;
          const short = note("Add", { Note: "n", Text: "short" }, forms);
          await (await reload()).execute(short);
          const taken = await reload(["columns: [Note, Text]", "columns: [Note]"]);
          expect(await again(taken, short)).toEqual([{ _RowNumber: 1, Note: "n" }]);
        }));

      test("of a row that has left the slice which is all that they reach, its key", () =>
        reloading(async (reload) => {
          const engine = await reload();
          const nameable = { table: (name: string) => name === "Short", action: () => true };
          const short = note("Add", { Note: "n", Text: "short" }, { table: "Short", nameable });
          await engine.execute(short);
          expect(await again(engine, short)).toMatchObject([{ Text: "short" }]);
          await engine.edit("Open", [{ Note: "n", Text: "no longer short" }]);
          expect(await again(engine, short)).toEqual([{ Note: "n" }]);
          expect(await again(engine, { ...short, nameable: undefined })).toMatchObject([{ Text: "short" }]);
        }));

      test("and need no right to changes, of which none is made", () =>
        reloading(async (reload) => {
          await (await reload()).execute(add);
          const closed = await reload([
            `securityFilter: '${FILTER}'`,
            `updates: READ_ONLY\n    securityFilter: '${FILTER}'`,
          ]);
          expect(await again(closed, add)).toMatchObject([WHOLE]);
          expect(await closed.execute({ ...add, idempotencyKey: "other" })).toMatchObject({
            diagnostics: [{ code: "access/not-allowed" }],
          });
        }));

      test("nothing of what was undone and is hidden now, and no table that they may not name", () =>
        reloading(async (reload) => {
          const engine = await reload();
          await engine.execute(add);
          const edited = await engine.execute(edit);
          const call = (edited.ok && edited.call) || "";
          const undo = { call, caller: ANN, idempotencyKey: "undo" };
          const first = await engine.undo(undo);
          expect(first).toMatchObject({ ok: true, rows: [{ before: { Text: "edited" } }] });
          expect(await engine.undo(undo)).toEqual({ ...first, isReplayed: true });
          await engine.edit("Notes", [{ Note: "n", Owner: "bob@example.com" }]);
          const hidden = { table: "Notes", operation: "edit", key: "n", before: null, after: null };
          expect(await engine.undo(undo)).toMatchObject({ ok: true, rows: [hidden] });
          const nameable = { table: (name: string) => name !== "Notes", action: () => true };
          expect(await engine.undo({ ...undo, nameable })).toMatchObject({ ok: true, rows: [] });
        }));
    });

    const noBills = { table: (name: string) => name !== "Bills", action: () => true };
    test.each([
      ["everything", "", true, undefined],
      ["not each row", "securityFilter: '[Sum] < 50'", false, undefined],
      ["not each table", "", false, noBills],
    ])("repeat the rows that a Find expands to callers who see %s", (_, filter, isRepeated, nameable) =>
      withWorkshop(
        make,
        async ({ engine }) => {
          await engine.add("Bills", [{ Bill: "b", Sum: 1 }]);
          const calls = [
            { action: "Add", table: "Notes", rows: [{ Note: "n", Bill: "b" }] },
            { action: "Find", table: "Notes", properties: { Expand: ["Bill"] } },
          ];
          const answersOf = async (rights: object) => {
            const result = await engine.batch({ calls, idempotencyKey: "a", ...rights });
            return result.ok ? result.answers.map(({ rows, warnings }) => ({ rows, warnings })) : [];
          };
          const first = await answersOf({});
          const found = { _RowNumber: 1, Note: "n", Bill: "b" };
          expect(first[1]?.rows).toMatchObject([{ ...found, _Expanded: { Bill: { Sum: 1 } } }]);
          const warnings = [{ code: "request/not-expanded", severity: "warning" }];
          const again = await answersOf({ nameable });
          if (isRepeated) expect(again).toEqual(first);
          else expect(again).toMatchObject([first[0], { rows: [found], warnings }]);
          expect(again[1]?.rows.map((row) => "_Expanded" in row)).toEqual([isRepeated]);
        },
        undefined,
        DEFINITION.replace("key: [Bill]", `key: [Bill]\n    ${filter}`),
      ),
    );

    test("are tried again when they were rejected", () =>
      withWorkshop(
        make,
        async ({ errors, rows }) => {
          expect(await errors(bills("Add", { Bill: "x", Sum: 101 }, "a"))).toHaveLength(1);
          await rows(bills("Add", { Bill: "x", Sum: 1 }, "a"));
          await rows(bills("Delete", { Bill: "x" }, "b"));
          expect(await rows(bills("Delete", { Bill: "x" }, "b"))).toHaveLength(1);
        },
        undefined,
        DEFINITION,
      ));

    test.each([
      [254, []],
      [255, []],
      [256, ["limit/idempotency-key"]],
    ])("have a key of %i characters", (length, codes) =>
      withWorkshop(
        make,
        async ({ engine }) => {
          const result = await engine.execute(bills("Add", { Sum: 1 }, "🚢".repeat(127).padEnd(length, "x")));
          expect(result.ok ? [] : result.diagnostics.map(({ code }) => code)).toEqual(codes);
        },
        undefined,
        DEFINITION,
      ),
    );

    test("twenty at a time have one effect, and are new after a day", async () => {
      const { output: definition } = loadDefinition(DEFINITION);
      const underTest = await make();
      let now = Date.UTC(2026, 2, 14);
      let ids = 0;
      const services = { now: () => now, random: Math.random, newId: () => `id-${++ids}` };
      try {
        if (definition === undefined) throw new Error("The definition has errors.");
        const engine = await createEngine({ definition, store: underTest.store, services });
        const add = () => engine.execute(bills("Add", { Sum: 1 }, "a"));
        const answers = await Promise.all(Array.from({ length: 20 }, add));
        const reports = new Set(
          answers.map((answer) => (answer.ok ? JSON.stringify(answer.rows) : "rejected")),
        );
        expect(reports.size).toBe(1);
        now += 86_400_000 - 1;
        await add();
        const count = async () => {
          const result = await engine.find("Bills");
          return result.ok && result.rows.length;
        };
        expect(await count()).toBe(1);
        now += 1;
        await add();
        expect(await count()).toBe(2);
        now += 86_400_000;
        await engine.trimHistory();
        await add();
        expect(await count()).toBe(3);
      } finally {
        await underTest.dispose();
      }
    });
  });
}
