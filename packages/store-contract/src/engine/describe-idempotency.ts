import { createEngine, type EngineRequest, loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
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
actions:
  Pay: { table: Bills, set: { Paid: "[Paid] + 1" } }
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
