import type { EngineRequest, Properties, Result, ResultRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFINITION, FINDS, NEW_TASKS, STEPS, TASKS, VISIBLE } from "./pages/tasks.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Finds that are read in parts: nothing is missing and nothing comes twice, whatever is added and deleted meanwhile. */
export function describePages(make: MakeStore): void {
  const withTasks = (run: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Tasks", rows: TASKS });
        await workshop.rows({ action: "Add", table: "Steps", rows: STEPS });
        await run(workshop);
      },
      undefined,
      DEFINITION,
    );

  describe("a Find in parts", () => {
    test.each(FINDS)("gives all rows, each once, in one order: %s %s", (table, Selector) =>
      withTasks(async (workshop) => {
        const find = { table, properties: { Selector } };
        const whole = keysOf(await answerTo(workshop, find));
        const sorted = keysOf(await answerTo(workshop, { ...find, properties: { Selector, Limit: 1_000 } }));
        expect(sorted.toSorted()).toEqual(whole.toSorted());
        for (const Limit of [1, 2, 3, whole.length, whole.length + 1].filter((size) => size > 0)) {
          const parts = await partsOf(workshop, find, Limit);
          expect([Limit, parts.flatMap(keysOf)]).toEqual([Limit, sorted]);
          expect(parts.map(({ rows }) => rows.length)).toEqual(sizes(whole.length, Limit));
        }
      }),
    );

    test("rows that are added and deleted between parts shift nothing", () =>
      withTasks(async (workshop) => {
        // In a list of keys the row of a cursor may be gone, which is an error of its own.
        const isNoList = (selector: string) => !/LIST|TOP|SELECT\(Steps/.test(selector);
        const change = fc.record({
          find: fc.constantFrom(
            ...FINDS.filter(([table, selector]) => table === "Tasks" && isNoList(selector)),
          ),
          Limit: fc.integer({ min: 1, max: 4 }),
          deleted: fc.subarray(VISIBLE.map(({ Task }) => Task)),
          added: fc.subarray(NEW_TASKS),
          at: fc.integer({ min: 1, max: 5 }),
        });
        await fc.assert(
          fc.asyncProperty(change, async ({ find: [table, Selector], Limit, deleted, added, at }) => {
            const find = { table, properties: { Selector } };
            const before = keysOf(await answerTo(workshop, find));
            const parts = await partsOf(workshop, find, Limit, async (part) => {
              if (part !== at) return;
              if (deleted.length > 0)
                await workshop.rows({
                  action: "Delete",
                  table: "Tasks",
                  rows: deleted.map((Task) => ({ Task })),
                });
              if (added.length > 0) await workshop.rows({ action: "Add", table: "Tasks", rows: added });
            });
            const read = parts.flatMap(keysOf);
            const after = keysOf(await answerTo(workshop, find));
            expect(new Set(read).size).toBe(read.length);
            const stayed = before.filter((key) => after.includes(key));
            expect(read).toEqual(expect.arrayContaining(stayed));
            const late = parts.slice(at).flatMap(keysOf);
            if (parts.length > at) expect(after).toEqual(expect.arrayContaining(late));
            const rest = await workshop.all("Tasks");
            if (rest.length > 0) await workshop.rows({ action: "Delete", table: "Tasks", rows: rest });
            await workshop.rows({ action: "Add", table: "Tasks", rows: VISIBLE });
          }),
          { numRuns: 25, endOnFailure: true },
        );
      }));

    test.each([
      ["Tasks", "", true],
      ["Steps", "", true],
      ["Tasks", "ORDERBY(Tasks[Task], [Size], TRUE, [Name])", true],
      ["Steps", 'ORDERBY(FILTER("Steps", TRUE), [Size])', true],
      ["Tasks", "ORDERBY(Tasks[Task], ROUND([Size] / 2.0))", false],
    ])("a later part begins where it was left, and ends: %s %s: %s", (table, Selector, isCutOff) =>
      withTasks(async (workshop) => {
        let properties: Properties = { Selector, Limit: 1 };
        for (;;) {
          const { after } = await answerTo(workshop, { table, properties });
          if (after === undefined) return;
          properties = { ...properties, After: after };
          const { output } = await workshop.engine.explain({ action: "Find", table, properties });
          expect(output?.limit !== undefined).toBe(isCutOff);
        }
      }),
    );

    test("Count is the number of all rows, whatever the part", () =>
      withTasks(async (workshop) => {
        for (const [table, Selector] of FINDS) {
          const count = keysOf(await answerTo(workshop, { table, properties: { Selector } })).length;
          for (const Limit of [undefined, 0, 1, 1_000]) {
            const properties = { Selector, Count: true, ...(Limit === undefined ? {} : { Limit }) };
            const answer = await answerTo(workshop, { table, properties });
            expect([Selector, Limit, answer.count]).toEqual([Selector, Limit, count]);
            expect(answer.rows.length).toBe(Math.min(Limit ?? count, count));
          }
        }
      }));

    test("a cursor belongs to its rows, and another text is none", () =>
      withTasks(async (workshop) => {
        const { engine } = workshop;
        const { after = "" } = await answerTo(workshop, { table: "Tasks", properties: { Limit: 2 } });
        expect(after).toMatch(/^[\w-]+\.[\da-z]+$/);
        const code = async (
          table: string,
          properties: Record<string, unknown>,
          rows?: readonly ResultRow[],
        ) => {
          const result = await engine.execute({
            action: "Find",
            table,
            properties,
            ...(rows ? { rows } : {}),
          });
          return result.ok ? result.rows.length : result.diagnostics.map((one) => one.code);
        };
        expect(await code("Tasks", { After: after })).toBe(TASKS.length - 3);
        for (const wrong of ["x", ".", `${after}x`, `A${after}`, after.slice(1), "W10.0", "\u{1f6a2}"])
          expect([wrong, await code("Tasks", { After: wrong })]).toEqual([wrong, ["request/cursor"]]);
        expect(await code("Steps", { After: after })).toEqual(["request/cursor"]);
        expect(await code("Tasks", { After: after, Selector: "Tasks[Task]" })).toEqual(["request/cursor"]);
        expect(await code("Tasks", { After: after, Params: { a: 1 } })).toEqual(["request/cursor"]);
        expect(await code("Tasks", { After: after }, [{ Task: "a" }])).toEqual(["request/cursor"]);
        expect(await code("Tasks", { After: 5 })).toEqual(["request/property"]);
        for (const Limit of [-1, 1.5, "many", {}, 2 ** 53, true])
          expect(await code("Tasks", { Limit })).toEqual(["request/property"]);
        expect(await code("Tasks", { Limit: " 2 ", After: "", Count: "N" })).toBe(2);
      }));

    test("a list of keys goes on after the row that was last, and cannot when it is gone", () =>
      withTasks(async (workshop) => {
        const properties = { Selector: 'LIST("c", "a", "nobody", "b", "a")', Limit: 2 };
        const first = await answerTo(workshop, { table: "Tasks", properties });
        expect(keysOf(first)).toEqual(["c", "a"]);
        const next = {
          action: "Find",
          table: "Tasks",
          properties: { ...properties, After: first.after ?? "" },
        };
        expect(keysOf(await answerTo(workshop, next))).toEqual(["b"]);
        await workshop.rows({ action: "Delete", table: "Tasks", rows: [{ Task: "a" }] });
        expect(await workshop.errors(next)).toEqual(["request/cursor-lost"]);
      }));

    test.each([
      [6_127, undefined],
      [6_128, undefined],
      [6_129, ["limit/cursor"]],
    ])("a place told by %i characters", (length, error) =>
      withTasks(async ({ rows, engine }) => {
        await rows({ action: "Edit", table: "Tasks", rows: [{ Task: "a", Name: "!".repeat(length) }] });
        const properties = { Selector: 'ORDERBY(FILTER("Tasks", ISNOTBLANK([Name])), [Name])', Limit: 1 };
        const result = await engine.execute({ action: "Find", table: "Tasks", properties });
        expect(result.ok ? undefined : result.diagnostics.map(({ code }) => code)).toEqual(error);
      }),
    );

    test("Columns are what is answered, in their order, and no other is computed", () =>
      withTasks(async (workshop) => {
        const cells = async (Columns: unknown, table = "Tasks") => {
          const request = {
            table,
            properties: { Columns, Limit: 1, Selector: `ORDERBY(FILTER("${table}", TRUE), [Size], TRUE)` },
          };
          return Object.entries((await answerTo(workshop, request)).rows[0] ?? {});
        };
        expect(await cells(["Size", "task"])).toEqual([
          ["Size", 9],
          ["Task", "b"],
        ]);
        expect(await cells("Task")).toEqual([["Task", "b"]]);
        expect(await cells(["_RowNumber", "_ComputedKey"])).toEqual([
          ["_RowNumber", 4],
          ["_ComputedKey", "b"],
        ]);
        expect(await cells(["_computedkey"], "Steps")).toEqual([["_ComputedKey", "b: 2"]]);
        const failing = await answerTo(workshop, {
          table: "Tasks",
          properties: { Columns: ["Task", "Task"] },
        });
        expect(failing.warnings).toEqual([]);
        const whole = await answerTo(workshop, { table: "Tasks" });
        expect(whole.warnings.map(({ code }) => code)).toContain("run/overflow");
        const wrong = (Columns: unknown, table = "Tasks") =>
          workshop.errors({ action: "Find", table, properties: { Columns } as never });
        expect(await wrong(["Tsk", "Sze"])).toEqual(["column/unknown", "column/unknown"]);
        expect(await wrong(["Name"], "Large Tasks")).toEqual(["column/unknown"]);
        expect(await wrong([])).toEqual(["request/property"]);
        expect(await wrong([5])).toEqual(["request/property"]);
      }));
  });
}

type Found = Extract<Result, { ok: true }>;

async function answerTo(
  { engine }: Workshop,
  {
    table,
    properties = {},
  }: { readonly table: string; readonly properties?: Readonly<Record<string, unknown>> },
): Promise<Found> {
  const sent = properties as EngineRequest["properties"] & {};
  const result = await engine.execute({
    action: "Find",
    table,
    properties: sent,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 1));
  return result;
}

async function partsOf(
  workshop: Workshop,
  { table, properties }: { readonly table: string; readonly properties: object },
  Limit: number,
  between?: (part: number) => Promise<void>,
): Promise<readonly Found[]> {
  const parts: Found[] = [];
  for (let After: string | undefined; parts.length < 100; ) {
    const part = await answerTo(workshop, {
      table,
      properties: { ...properties, Limit, ...(After && { After }) },
    });
    parts.push(part);
    if (part.after === undefined) break;
    After = part.after;
    await between?.(parts.length);
  }
  return parts;
}

function sizes(count: number, limit: number): readonly number[] {
  if (count === 0) return [0];
  return Array.from({ length: Math.ceil(count / limit) }, (_, at) => Math.min(limit, count - at * limit));
}

const keysOf = ({ rows }: Found) =>
  rows.map(({ Task, Step }) => (Step === undefined ? String(Task) : `${Task}:${Step}`));
