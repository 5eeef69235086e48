import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** How far computed columns read one another; each reads the one before it twice. */
const LENGTH = 40;
const places = Array.from({ length: LENGTH - 1 }, (_, at) => at + 2);

/** Computed columns of which a naive evaluator would compute 2^40. */
const CHAINS = `
tablewright: 1
app: { id: costs, name: Costs, timezone: UTC, api: { enabled: true, invocable: dataChange } }
tables:
  Rows:
    key: [Id]
    columns:
      Id: { type: Text }
      Count: { type: Number }
      Next: { type: Ref, table: Rows }
      Kept: { type: Number, formula: "[N${LENGTH}]" }
      N1: { type: Number, virtual: true, formula: "[Count] + 1" }
      T1: { type: Text, virtual: true, formula: 'UPPER([Id])' }
      B1: { type: Yes/No, virtual: true, formula: "[Count] > 1" }
      L1: { type: List, itemType: Text, virtual: true, formula: "LIST([Id])" }
      F1: { type: Number, virtual: true, formula: "[Next].[Count]" }
      Chance: { type: Number, virtual: true, formula: "RANDBETWEEN(1, 1000000000)" }
      Same: { type: Yes/No, virtual: true, formula: "[Chance] = [Chance]" }
${places
  .map(
    (at) => `
      N${at}: { type: Number, virtual: true, formula: "[N${at - 1}] - [N${at - 1}] + ${at}" }
      T${at}: { type: Text, virtual: true, formula: 'IF([T${at - 1}] = "B", "B", [T${at - 1}])' }
      B${at}: { type: Yes/No, virtual: true, formula: "AND([B${at - 1}], [B${at - 1}])" }
      L${at}: { type: List, itemType: Text, virtual: true, formula: "INTERSECT([L${at - 1}], [L${at - 1}])" }
      F${at}: { type: Number, virtual: true, formula: "[F${at - 1}] + [Next].[F${at - 1}] - [F${at - 1}]" }`,
  )
  .join("")}
slices:
  Large: { table: Rows, filter: "[B${LENGTH}]" }
actions:
  Bump: { table: Rows, set: { Count: "[Count] + 1" } }
`;

const ROWS = [
  { Id: "a", Count: 1, Next: "b" },
  { Id: "b", Count: 2, Next: "b" },
  { Id: "c", Count: 3, Next: "b" },
];

/** Calls that would take for ever, or all memory, or the stack, if their work and their answers were not bounded. */
export function describeCosts(make: MakeStore): void {
  const withChains = chainsOver(make);

  describe("computed columns that read one another twice, 40 times over", () => {
    test("are stored and answered", () =>
      withChains(async ({ all }) => {
        expect(await all("Rows")).toMatchObject(
          ROWS.map(({ Id, Count }) => ({
            Kept: LENGTH,
            N2: 2,
            [`N${LENGTH}`]: LENGTH,
            [`T${LENGTH}`]: Id.toUpperCase(),
            [`B${LENGTH}`]: Count > 1,
            [`L${LENGTH}`]: [Id],
            [`F${LENGTH}`]: 2,
            Same: true,
          })),
        );
      }));

    test.each([
      [`FILTER("Rows", [N${LENGTH}] = ${LENGTH})`, "abc"],
      [`FILTER("Rows", AND([N${LENGTH}] = ${LENGTH}, [T${LENGTH}] <> "b"))`, "ac"],
      [`FILTER("Rows", [B${LENGTH}])`, "bc"],
      [`FILTER("Large", [T${LENGTH}] <> "c")`, "b"],
      [`FILTER("Rows", IN("a", [L${LENGTH}]))`, "a"],
      [`FILTER("Rows", [F${LENGTH}] = 2)`, "abc"],
      [`ORDERBY(FILTER("Rows", [Same]), [T${LENGTH}], TRUE)`, "cba"],
      [`ORDERBY(Rows[Id], [N${LENGTH}], TRUE, [Id], TRUE)`, "cba"],
    ])("are searched and sorted by: %s", (Selector, ids) =>
      withChains(async ({ rows }) => {
        const matches = await rows({ action: "Find", table: "Rows", properties: { Selector } });
        expect(matches.map(({ Id }) => Id).join("")).toBe(ids);
      }),
    );
  });

  test("an action does not come to one row any number of times", () =>
    withChains(async ({ engine, all }) => {
      const before = await all("Rows");
      const rows = Array.from({ length: 10_000 }, () => ({ Id: "a" }));
      const result = await engine.execute({ action: "Bump", table: "Rows", rows });
      expect(result.ok || result.diagnostics).toMatchObject([{ code: "limit/repeats", row: 1_001 }]);
      expect(await all("Rows")).toEqual(
        before.map((row) => ({ ...row, Chance: expect.any(Number) as number })),
      );
    }));
}

/** Errors without end are cut off; no store decides where. */
export function describeErrorsOfAnyNumber(make: MakeStore): void {
  const withChains = chainsOver(make);

  describe("errors of any number", () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`Unknown ${at}`, at]));

    test("of one row are listed up to a hundred, and nothing is written", () =>
      withChains(async ({ engine, all }) => {
        const rows = [{ Id: "d", ...unknown(20_000) }];
        for (const action of ["Add", "Edit", "Delete", "Find", "Bump"]) {
          const result = await engine.execute({ action, table: "Rows", rows });
          if (result.ok) throw new Error("accepted");
          const codes = result.diagnostics.map(({ code }) => code);
          expect(codes).toEqual([...Array(100).fill("column/unknown"), "limit/errors"]);
        }
        expect(await all("Rows")).toHaveLength(ROWS.length);
      }));

    test("of many rows are listed up to a hundred, in the order of the rows", () =>
      withChains(async ({ engine }) => {
        const rows = Array.from({ length: 1_000 }, (_, at) => ({ Id: `d${at}`, ...unknown(60) }));
        const result = await engine.execute({ action: "Add", table: "Rows", rows });
        if (result.ok) throw new Error("accepted");
        const listed = [...Array(60).fill(1), ...Array(40).fill(2), undefined];
        expect(result.diagnostics.map(({ row }) => row)).toEqual(listed);
        expect(JSON.stringify(result.diagnostics).length).toBeLessThan(50_000);
      }));

    test("of rows that are not there are counted", () =>
      withChains(async ({ engine }) => {
        const rows = Array.from({ length: 2_000 }, (_, at) => ({ Id: `d${at}` }));
        const result = await engine.execute({ action: "Delete", table: "Rows", rows });
        expect(result.ok || result.diagnostics.at(-1)).toMatchObject({ code: "limit/errors", more: 1_900 });
      }));

    test("of properties are listed up to a hundred warnings, and the call is carried out", () =>
      withChains(async ({ engine }) => {
        const result = await engine.execute({ action: "Find", table: "Rows", properties: unknown(10_000) });
        if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
        expect(result.rows).toHaveLength(ROWS.length);
        expect(result.warnings).toHaveLength(101);
        expect(result.warnings.at(-1)).toMatchObject({ code: "limit/warnings", more: 9_900 });
      }));

    test("of values by name are listed up to a hundred", () =>
      withChains(async ({ engine }) => {
        const UserSettings = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`s${at}`, []]));
        const properties = { UserSettings } as never;
        const result = await engine.execute({ action: "Find", table: "Rows", properties });
        expect(result.ok || result.diagnostics.length).toBe(101);
      }));

    test("of a Selector are listed up to fifty", () =>
      withChains(async ({ engine }) => {
        const Selector = `FILTER("Rows", ${Array.from({ length: 1_000 }, (_, at) => `[Coun ${at}]`).join("+")} > 0)`;
        const result = await engine.execute({ action: "Find", table: "Rows", properties: { Selector } });
        expect(result.ok || result.diagnostics.at(-1)).toMatchObject({ code: "limit/errors", more: 960 });
      }));

    test("quote no more of a name than people read", () =>
      withChains(async ({ engine }) => {
        const name = "x".repeat(5_000_000);
        const result = await engine.execute({ action: "Add", table: "Rows", rows: [{ Id: "d", [name]: 1 }] });
        expect(result.ok || result.diagnostics).toMatchObject([
          { column: `${"x".repeat(200)}…`, message: `Table "Rows" has no column "${"x".repeat(60)}…".` },
        ]);
      }));
  });
}

function chainsOver(make: MakeStore) {
  return (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Rows", rows: ROWS });
        await work(workshop);
      },
      undefined,
      CHAINS,
    );
}
