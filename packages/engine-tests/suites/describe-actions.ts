import type { EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { DEPOT } from "./depot.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const ORDERS = [{ Order: "a" }, { Order: "b", Status: "Packed" }, { Order: "c", Count: 8 }];

/** Invoked actions: what each kind does, whom it refuses, and what is answered. */
export function describeActions(make: MakeStore): void {
  const withDepot = (work: (workshop: Workshop) => Promise<void>, source = DEPOT) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Orders", rows: ORDERS });
        await work(workshop);
      },
      undefined,
      source,
    );
  const named = (...orders: readonly string[]) => orders.map((Order) => ({ Order }));

  describe("actions", () => {
    test("a Data action computes its values from the row before it, and formulas follow", () =>
      withDepot(async ({ rows, all }) => {
        const answer = await rows({ action: "swap", table: "Orders", rows: named("a", "b") });
        expect(answer).toMatchObject([
          { Order: "a", Status: "Packed", Note: "Open", Saved: 2 },
          { Order: "b", Status: "Packed", Note: "Packed", Saved: 1 },
        ]);
        const [bumped] = await rows({ action: "Bump", table: "Orders", rows: named("c") });
        expect(bumped).toMatchObject({ Count: 9, Double: 18 });
        expect((await all("Orders")).map(({ Count }) => Count)).toEqual([0, 0, 9]);
      }));

    test("a row that does not meet the condition is answered unchanged, with a warning", () =>
      withDepot(async ({ engine, all }) => {
        const before = await all("Orders");
        const result = await engine.execute({ action: "Pack", table: "Orders", rows: named("b", "a") });
        expect(result).toMatchObject({
          rows: [before[1], { Order: "a", Status: "Packed" }],
          warnings: [{ code: "action/passed-over", row: 1, key: "b" }],
        });
      }));

    test("members of a group see what those before them did", () =>
      withDepot(async ({ engine }) => {
        const result = await engine.execute({
          action: "Bump And Pack",
          table: "Orders",
          rows: named("a", "b"),
        });
        expect(result).toMatchObject({
          rows: [
            { Order: "a", Count: 2, Double: 4, Status: "Packed" },
            { Order: "b", Count: 2, Status: "Packed" },
          ],
          warnings: [{ code: "action/passed-over", row: 2, key: "b" }],
        });
      }));

    test("an error in any row of any member leaves all rows as they were", () =>
      withDepot(async ({ errors, all }) => {
        const before = await all("Orders");
        const group = { action: "Bump And Pack", table: "Orders", rows: named("a", "c") };
        expect(await errors(group)).toEqual(["2 Count cell/out-of-bounds"]);
        expect(await errors({ action: "Overflow", table: "Orders", rows: named("a", "b") })).toEqual([
          "1 Count cell/out-of-bounds",
          "2 Count cell/out-of-bounds",
        ]);
        expect(await all("Orders")).toEqual(before);
      }));

    test("INPUT() takes the call's Inputs, or else its default", () =>
      withDepot(async ({ rows, errors }) => {
        const call = { action: "Write Note", table: "Orders", rows: named("a") };
        expect(await rows(call)).toMatchObject([{ Note: "none", Count: 0 }]);
        const properties = { Inputs: { note: "héllo", count: "7" } };
        expect(await rows({ ...call, properties })).toMatchObject([{ Note: "héllo", Count: 7 }]);
        const unreadable = { ...call, properties: { Inputs: { count: "seven" } } };
        expect(await errors(unreadable)).toEqual(["1 Count run/unreadable-input"]);
      }));

    test("an input that nothing reads is a warning, beside a Selector that may read it none", () =>
      withDepot(async ({ engine }) => {
        const warnings = async (action: string, properties: NonNullable<EngineRequest["properties"]>) => {
          const result = await engine.execute({ action, table: "Orders", rows: named("a"), properties });
          return result.ok ? result.warnings : result.diagnostics;
        };
        const Inputs = { colour: "red", count: 1 };
        expect(await warnings("Write Note", { Inputs: { Note: "x", ...Inputs } })).toMatchObject([
          { code: "request/misspelt-member", hint: 'Did you mean "note"?', severity: "error" },
          { code: "request/unknown-member" },
        ]);
        expect(await warnings("Write Note", { Inputs })).toMatchObject([
          { code: "request/unknown-member", message: expect.stringContaining('"colour" of "Inputs"') },
        ]);
        expect(await warnings("Write Note", { Inputs: { note: "x" } })).toEqual([]);
        const Selector = 'FILTER(Orders, [Note] = INPUT("colour", "x"))';
        expect(await warnings("Find", { Inputs, Selector })).toEqual([]);
      }));

    test("a row named twice is acted on twice", () =>
      withDepot(async ({ rows }) => {
        const answer = await rows({ action: "Bump", table: "Orders", rows: named("a", "b", "a", "a") });
        expect(answer.map(({ Order, Count }) => [Order, Count])).toEqual([
          ["a", 3],
          ["b", 1],
          ["a", 3],
          ["a", 3],
        ]);
      }));

    test("a deleted row is answered as it was, its parts go with it", () =>
      withDepot(async ({ engine, rows, all }) => {
        await rows({ action: "Add Line", table: "Orders", rows: named("a", "b") });
        const result = await engine.execute({ action: "Remove Last", table: "Orders", rows: named("a") });
        expect(result).toMatchObject({
          rows: [{ Order: "a", Count: 1 }],
          warnings: [{ code: "row/deleted-since", row: 1, key: "a" }],
        });
        expect((await all("Orders")).map(({ _RowNumber, Order }) => [_RowNumber, Order])).toEqual([
          [2, "b"],
          [3, "c"],
        ]);
        expect(await all("Lines")).toMatchObject([{ Order: "b", Line: 1, Text: "line of b" }]);
      }));

    test("addRow adds one row for each acting row, checked like any other", () =>
      withDepot(async ({ engine, rows, all }) => {
        const answer = await rows({ action: "Add Line", table: "Orders", rows: named("a", "b", "a") });
        expect(answer.map(({ Lines }) => Lines)).toEqual([2, 1, 2]);
        expect((await all("Lines")).map(({ _ComputedKey }) => _ComputedKey)).toEqual([
          "a: 1",
          "b: 1",
          "a: 2",
        ]);
        const bad = await engine.execute({ action: "Add Bad Line", table: "Orders", rows: named("c") });
        expect(bad).toMatchObject({
          ok: false,
          diagnostics: [
            {
              row: 1,
              code: "action/refused",
              message:
                'The action "Add Bad Line" cannot write to "Lines", column "Text": "Text" is required and has no value.',
            },
          ],
        });
      }));

    test("onRows acts on the rows of a list, once for each acting row that names them", () =>
      withDepot(async ({ rows, all }) => {
        await rows({ action: "Add Line", table: "Orders", rows: named("a", "b") });
        await rows({ action: "Shout Lines", table: "Orders", rows: named("a", "c") });
        expect((await all("Lines")).map(({ Text }) => Text)).toEqual(["LINE OF A!", "line of b"]);
        const answer = await rows({ action: "Edit", table: "Orders", rows: [{ Order: "c", Count: 0 }] });
        expect(answer).toHaveLength(1);
        await rows({ action: "Bump All", table: "Orders", rows: named("a", "b") });
        expect((await all("Orders")).map(({ Count }) => Count)).toEqual([2, 2, 2]);
        const around = await rows({ action: "Bump Around", table: "Orders", rows: named("a") });
        expect(around).toMatchObject([{ Count: 4 }]);
        expect((await all("Orders")).map(({ Count }) => Count)).toEqual([4, 3, 3]);
      }));

    test("a hidden row is not found, and no action reaches it by a list", () =>
      withDepot(async ({ rows, errors, engine }) => {
        const ada = { RunAsUserEmail: "ada@example.com" };
        await rows({
          action: "Add",
          table: "Orders",
          rows: [{ Order: "x", Owner: "ada@example.com" }],
          properties: ada,
        });
        expect(await errors({ action: "Bump", table: "Orders", rows: named("x") })).toEqual([
          "1 row/not-found",
        ]);
        await rows({ action: "Edit", table: "Orders", rows: [{ Order: "c", Count: 0 }] });
        await rows({ action: "Bump All", table: "Orders", rows: named("a") });
        const result = await engine.execute({ action: "Find", table: "Orders", properties: ada });
        expect(result).toMatchObject({
          rows: [{ Count: 1 }, { Count: 1 }, { Count: 1 }, { Order: "x", Count: 0 }],
        });
      }));

    test("missing keys, missing rows and unknown names are refused", () =>
      withDepot(async ({ errors, engine }) => {
        expect(await errors({ action: "Bump", table: "Orders", rows: named("z") })).toEqual([
          "1 row/not-found",
        ]);
        expect(await errors({ action: "Bump", table: "Orders", rows: [] })).toEqual(["request/rows-missing"]);
        expect(await errors({ action: "Bump", table: "Orders", rows: [{ Note: "x" }] })).toEqual([
          "1 Order key/missing",
        ]);
        const unknown = await engine.execute({ action: "Bumb", table: "Orders", rows: named("a") });
        expect(unknown).toMatchObject({
          diagnostics: [{ code: "request/unknown-action", hint: 'Did you mean "Bump"?' }],
        });
        expect(await errors({ action: "Bump", table: "Journal", rows: [{ Entry: "a" }] })).toEqual([
          "request/unknown-action",
        ]);
      }));

    test("without invocable: dataChange only Data and Grouped actions are supported", () =>
      withDepot(
        async ({ engine, rows }) => {
          expect(await rows({ action: "Bump", table: "Orders", rows: named("a") })).toMatchObject([
            { Count: 1 },
          ]);
          const result = await engine.execute({ action: "Remove", table: "Orders", rows: named("a") });
          expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "request/unsupported-action" }] });
          const [error] = result.ok ? [] : result.diagnostics;
          expect(error?.message).toContain('"Bump And Pack"');
          expect(error?.message).not.toContain('"Add Line"');
          expect(error?.message).not.toContain('"Tidy"');
          const group = await engine.execute({ action: "Tidy", table: "Orders", rows: named("a") });
          const message = 'The action "Tidy" runs "Remove" of type deleteRow, which cannot be invoked';
          expect(group).toMatchObject({
            diagnostics: [
              { code: "request/unsupported-action", message: expect.stringContaining(message) as string },
            ],
          });
        },
        DEPOT.replace("invocable: dataChange", "invocable: spec").replace("  Shout:", `${TIDY}  Shout:`),
      ));

    test("an action needs what its changes need of table and slice", () =>
      withDepot(async ({ rows, errors }) => {
        expect(await rows({ action: "Bump", table: "Open Orders", rows: named("a") })).toMatchObject([
          { Count: 1 },
        ]);
        expect(await errors({ action: "Bump", table: "Open Orders", rows: named("b") })).toEqual([
          "1 row/not-found",
        ]);
        const refused = [
          { action: "Bump", table: "Frozen Orders" },
          { action: "Remove", table: "Open Orders" },
          { action: "Add Closed", table: "Orders" },
        ];
        for (const call of refused) {
          expect(await errors({ ...call, rows: named("a") })).toEqual(["access/not-allowed"]);
        }
      }));

    test("a dry run answers what would be and keeps nothing", () =>
      withDepot(async ({ rows, all }) => {
        const before = await all("Orders");
        const call = {
          action: "Bump And Pack",
          table: "Orders",
          rows: named("a"),
          properties: { DryRun: true },
        };
        expect(await rows(call)).toMatchObject([{ Count: 2, Status: "Packed" }]);
        expect(await all("Orders")).toEqual(before);
      }));
  });
}

/** A group that removes rows two steps down. */
const TIDY = "  Tidy: { table: Orders, run: [Bump, Remove Last] }\n";
