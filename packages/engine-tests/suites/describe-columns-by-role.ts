import type { EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { load, unloaded } from "./loading.ts";
import { ANN, add, as, DEFINITION, edit, find, HR, withStaff } from "./staff.ts";

/** A Selector, and the persons that it finds for Ann and for HR, or the code of its error. */
const FOUND: readonly (readonly [selector: string, byAnn: string, byHr: string])[] = [
  ['FILTER("People", [Salary] > 50)', "a", "a b c"],
  ['FILTER("People", ISBLANK([Salary]))', "b c", ""],
  ['FILTER("People", [Person] <> IF([Salary] < 0, "b", "a"))', "b c", "b c"],
  ['ORDERBY(FILTER("People", TRUE), [Salary], TRUE)', "a b c", "c b a"],
  ['TOP(ORDERBY(FILTER("People", TRUE), [Salary], TRUE), 1)', "a", "c"],
  ['MAXROW("People", "Salary")', "a", "c"],
  ['FILTER("People", SUM(People[Salary]) > 100)', "", "a b c"],
  ['FILTER("People", IN(900.0, SELECT(People[Salary], TRUE)))', "", "a b c"],
  ['FILTER("People", ISNOTBLANK(LOOKUP("c", "People", "Person", "Salary")))', "", "a b c"],
  ['FILTER("People", [Boss].[Salary] > 50)', "", "a b c"],
  ['FILTER("People", [Boss].[Level] > 0)', "a b", "a b c"],
  ["SELECT(People[Boss], TRUE)", "b c", "a b c"],
  ['FILTER("People", COUNT(FILTER("People", [Boss] = [_THISROW-1].[Person])) > 0)', "b c", "a b c"],
  ['FILTER("Juniors", [Salary] > 50)', "a", "a b"],
  ['FILTER("People", [Bonus] > 0)', "a", ""],
  ['FILTER("People", [Class] = "high")', "b c", "b c"],
  ['FILTER("People", [Review] = "best")', "name/unknown-column", "c"],
  ['FILTER("People", IN("best", People[Review]))', "name/unknown-column", "a b c"],
  ['FILTER("People", ISNOTBLANK([Boss].[Review]))', "name/unknown-column", "a b c"],
  ['ORDERBY(FILTER("People", TRUE), [Review])', "name/unknown-column", "c b a"],
  ['FILTER("People", LOOKUP("c", "People", "Person", "Review") = "best")', "name/unknown-column", "a b c"],
];

/** Columns that not everybody may read or write, on every way to their cells. */
export function describeColumnsByRole(make: MakeStore): void {
  describe("columns by role", () => {
    test("an answer has no hidden cell, on any wire", () =>
      withStaff(make, async ({ rows }) => {
        for (const wire of ["typed", "spec", "appsheet"] as const) {
          const found = await rows({ ...find(), ...as(ANN), wire });
          expect(found.map((row) => Object.keys(row).slice(2).join())).toEqual([
            "Email,Level,Salary,Boss,Note,Class,Bonus",
            "Email,Level,Boss,Note,Class",
            "Email,Level,Note,Class",
          ]);
        }
        const all = await rows({ ...find(), ...as(HR) });
        expect(all.map((row) => [row.Salary, row.Review, row.Boss, row.Class, row.Bonus])).toEqual([
          [100, "good", "b", "low", undefined],
          [300, "fair", "c", "high", undefined],
          [900, "best", "a", "high", undefined],
        ]);
      }));

    test("a Selector finds rows by the cells that its caller reads", () =>
      withStaff(make, async ({ engine }) => {
        for (const [selector, byAnn, byHr] of FOUND) {
          const found = async (email: string) => {
            const result = await engine.execute({ ...find(selector), ...as(email) });
            if (!result.ok) return result.diagnostics.map(({ code }) => code).join(" ");
            const persons = result.rows.map(({ Person }) => Person);
            return (selector.includes("ORDERBY") ? persons : persons.sort()).join(" ");
          };
          expect([selector, await found(ANN), await found(HR)]).toEqual([selector, byAnn, byHr]);
        }
      }));

    test("no error, hint or suggestion has the name of a hidden column", () =>
      withStaff(make, async ({ engine }) => {
        const calls: EngineRequest[] = [
          find('FILTER("People", [Reviw] = "x")'),
          find('FILTER("People", [Review] = "x")'),
          find('FILTER("People", [REVIEW] = "x")'),
          find('FILTER("People", [Person].[Review] = "x")'),
          find(undefined, { Columns: ["Reviw"] }),
          find(undefined, { Columns: ["review"] }),
          edit({ Person: "a", Reviw: "x" }),
          edit({ Person: "a", Review: "x" }),
          add({ Person: "d", Review: "x" }),
        ];
        for (const call of calls) {
          const result = await engine.execute({ ...call, ...as(ANN) });
          if (result.ok) throw new Error(JSON.stringify(call));
          // Only what was sent is said again, as it was sent.
          const told = result.diagnostics.map(({ hint, suggestion, message }) =>
            [hint, suggestion, message].join(" "),
          );
          const said = told.join(" ").replaceAll(/"review"|"Review"|"REVIEW"/g, "");
          expect([call, /review/iu.test(said)]).toEqual([call, false]);
        }
      }));

    test("a summary groups and sums what is read", () =>
      withStaff(make, async ({ engine }) => {
        const summary = (email: string, by: readonly string[], values: object) =>
          engine.summarise({ table: "People", by, values: values as never, ...as(email) });
        const sums = { Sum: { SUM: "Salary" }, Most: { MAX: "Salary" }, Rows: "COUNT" };
        expect(await summary(ANN, [], sums)).toMatchObject({ rows: [{ Sum: 100, Most: 100, Rows: 3 }] });
        expect(await summary(HR, [], sums)).toMatchObject({ rows: [{ Sum: 1300, Most: 900, Rows: 3 }] });
        expect(await summary(ANN, ["Boss"], { Rows: "COUNT" })).toMatchObject({
          rows: [
            { Boss: null, Rows: 1 },
            { Boss: "b", Rows: 1 },
            { Boss: "c", Rows: 1 },
          ],
        });
        expect(await summary(ANN, ["Review"], { Rows: "COUNT" })).toMatchObject({
          diagnostics: [{ code: "column/unknown" }],
        });
      }));

    test("what is expanded is answered as any row is", () =>
      withStaff(make, async ({ rows }) => {
        const found = await rows({ ...find('"a"', { Columns: ["Boss"], Expand: ["Boss"] }), ...as(ANN) });
        expect(found).toEqual([
          { Boss: "b", _Expanded: { Boss: expect.not.objectContaining({ Salary: 300 }) } },
        ]);
        const [boss] = await rows({ ...find('"c"', { Columns: ["Boss"], Expand: ["Boss"] }), ...as(ANN) });
        expect(boss).toEqual({ _Expanded: { Boss: null } });
      }));

    test("a call writes the cells that its caller may write", () =>
      withStaff(make, async ({ engine }) => {
        const written: readonly (readonly [call: EngineRequest, email: string, errors: readonly string[]])[] =
          [
            [edit({ Person: "a", Salary: 200 }), ANN, ["1 Salary rule/write-if"]],
            [edit({ Person: "a", Salary: 100, Email: "new@example.com" }), ANN, []],
            [edit({ Person: "b", Salary: 300 }), ANN, ["1 Salary rule/write-if"]],
            [edit({ Person: "b", Salary: 301 }), ANN, ["1 Salary rule/write-if"]],
            [edit({ Person: "b", Level: 2 }, { Person: "a", Salary: 1 }), ANN, ["2 Salary rule/write-if"]],
            [edit({ Person: "b", Salary: 301 }), HR, []],
            [edit({ Person: "c", Boss: "b" }), ANN, ["1 Boss rule/write-if"]],
            [edit({ Person: "c", Level: 1, Boss: "b" }), ANN, ["1 Boss rule/write-if"]],
            [edit({ Person: "b", Boss: "a" }), ANN, []],
            [edit({ Person: "c", Note: "y" }), HR, ["1 Note rule/write-if"]],
            [edit({ Person: "b", Note: "y", Level: 4 }), HR, []],
            [add({ Person: "d", Level: 3, Note: "y" }), HR, ["1 Note rule/write-if"]],
            [add({ Person: "d", Level: 3, Note: "" }), HR, []],
            [add({ Person: "d", Salary: 5 }), ANN, ["1 Salary rule/write-if"]],
            [add({ Person: "d" }), ANN, []],
            [
              { ...add({ Person: "b", Salary: 5 }), properties: { OnDuplicate: "update" } },
              ANN,
              ["1 Salary rule/write-if"],
            ],
            [{ action: "Raise", table: "People", rows: [{ Person: "b" }] }, ANN, []],
            [edit({ Person: "a", Review: "x" }), ANN, ["1 Review column/unknown"]],
          ];
        for (const [call, email, errors] of written) {
          const properties = { ...call.properties, DryRun: true };
          const result = await engine.execute({ ...call, properties, ...as(email) });
          const told = result.ok ? [] : result.diagnostics;
          const found = told.map(({ row, column, code }) => `${row} ${column} ${code}`);
          expect([call, email, found]).toEqual([call, email, errors]);
          if (email === ANN) expect(JSON.stringify(result)).not.toContain("310");
        }
      }));

    test("an error of a rule tells no value of a cell that is not read", () =>
      withStaff(make, async ({ engine }) => {
        const result = await engine.execute({ ...edit({ Person: "b", Level: 0 }), ...as(ANN) });
        expect(result).toMatchObject({
          ok: false,
          diagnostics: [{ row: 1, column: "Salary", code: "rule/concealed" }],
        });
        expect(JSON.stringify(result)).not.toContain("300");
      }));

    const ofPeople = 'in "People", and that cannot be blanked: You may not write "Boss" of this row.';
    test.each([
      ["readIf keeps from them in a row", `readIf: 'OR(USERROLE() = "HR", [Level] < 3)'`, "a", ofPeople],
      [
        "readIf keeps from them",
        `readIf: 'USERROLE() = "HR"'`,
        "b",
        "in another table, and that cannot be blanked.",
      ],
      ["writeIf keeps from them", `writeIf: 'USERROLE() = "HR"'`, "b", ofPeople],
      ["editableIf keeps from them", `editableIf: 'USERROLE() = "HR"'`, "b", ofPeople],
    ])("a caller's Delete blanks no Ref that %s", (_, condition, Person, message) =>
      withStaff(
        make,
        async ({ engine, all, rows }) => {
          const remove = { action: "Delete", table: "People", rows: [{ Person }] };
          const before = await all("People");
          const refused = await engine.execute({ ...remove, ...as(ANN) });
          const expected = { code: "rule/not-blanked", row: 1, message: `The row is referred to ${message}` };
          expect(refused.ok || refused.diagnostics).toMatchObject([expected]);
          expect(refused.ok || refused.diagnostics[0]?.hint).toBeUndefined();
          expect(await all("People")).toEqual(before);
          await rows({ ...remove, ...as(HR) });
          expect(await all("People")).toHaveLength(2);
        },
        DEFINITION.replace("app: {", "app: { editableIf: binding,").replace(
          /Boss: .*/u,
          `Boss: { type: Ref, table: People, onDelete: clear, ${condition} }`,
        ),
      ),
    );

    test("editableIf binds where the application says so", () =>
      withStaff(
        make,
        async ({ engine }) => {
          const result = await engine.execute({ ...edit({ Person: "b", Note: "y" }), ...as(ANN) });
          expect(result).toMatchObject({ diagnostics: [{ row: 1, column: "Note", code: "rule/write-if" }] });
          expect(await engine.execute({ ...edit({ Person: "a", Note: "y" }), ...as(ANN) })).toMatchObject({
            ok: true,
          });
        },
        DEFINITION.replace("app: {", "app: { editableIf: binding,"),
      ));

    test("a refusal to delete tells of no Ref that is not read", () =>
      withStaff(
        make,
        async ({ engine }) => {
          const gone = { action: "Delete", table: "People", rows: [{ Person: "b" }] };
          const told = async (email: string) =>
            JSON.stringify(await engine.execute({ ...gone, ...as(email) }));
          expect(await told(ANN)).toContain("rule/referred-to");
          expect(await told(ANN)).not.toContain("Boss");
          expect(await told(HR)).toContain("Boss");
        },
        DEFINITION.replace("Boss: { type: Ref,", "Boss: { type: Ref, onDelete: restrict,"),
      ));

    test("a warning of a Selector names the column that it reads, whatever is hidden before it", () =>
      withStaff(make, async ({ engine }) => {
        const result = await engine.execute({ ...find('SELECT(People[Note], [Person] = "a")'), ...as(ANN) });
        expect(result).toMatchObject({
          rows: [],
          warnings: [{ message: expect.stringContaining('"Note"') }],
        });
      }));

    test("who loads and unloads rows reads and writes every cell", () =>
      withStaff(
        make,
        async (workshop) => {
          const cells = [
            ["d", 1, 500, "r"],
            ["e", 1, 5_000, "r"],
          ];
          const { refused } = await load(workshop, "People", ["Person", "Level", "Salary", "Review"], cells);
          expect(refused).toEqual([expect.stringContaining("Salary")]);
          const { parts } = await unloaded(workshop, "People");
          expect(parts).toEqual([["d", null, 1, 500, "r", null, null]]);
          expect(JSON.stringify(await workshop.all("People"))).not.toMatch(/500|"r"/);
        },
        DEFINITION.replace("roles: { hr@example.com: HR }", "roles: { boss@example.com: HR }"),
        [],
      ));

    test("forms are told what is hidden, and what may not be written", () =>
      withStaff(make, async ({ rows }) => {
        const [own, other] = await rows({ ...find('{"a", "c"}', { Form: true }), ...as(ANN) });
        expect(own).toMatchObject({ _Hidden: [], _ReadOnly: ["Salary"] });
        expect(other).toMatchObject({
          _Hidden: ["Salary", "Boss", "Bonus"],
          _ReadOnly: ["Salary", "Boss", "Note", "Bonus"],
        });
      }));

    test("a version tells nothing of what is not read", () =>
      withStaff(make, async ({ rows }) => {
        const version = async () =>
          (await rows({ ...find('"b"', { Version: true }), ...as(ANN) }))[0]?._Version;
        const before = await version();
        await rows(edit({ Person: "b", Salary: 301, Review: "z" }));
        expect(await version()).toBe(before);
        await rows(edit({ Person: "b", Email: "z" }));
        expect(await version()).not.toBe(before);
      }));

    test("of the past a column is read by who reads it on every row", () =>
      withStaff(make, async ({ engine, rows }) => {
        await rows(edit({ Person: "a", Salary: 110, Review: "z" }));
        await rows(edit({ Person: "a", Salary: 120, Email: "ann@example.com", Level: 2 }));
        const images = async (email: string) =>
          (await engine.history({ table: "People", key: "a", ...as(email) })).output?.versions.map(
            ({ before, after }) => Object.keys({ ...before, ...after }).join(),
          );
        expect(await images(ANN)).toEqual(["Person,Email,Level,Note", "Level"]);
        expect(await images(HR)).toEqual([
          "Person,Email,Level,Salary,Review,Boss,Note",
          "Salary,Review",
          "Level,Salary",
        ]);
        const feed = await engine.changes({ limit: 9, ...as(ANN) });
        expect(JSON.stringify(feed.output?.changes)).not.toMatch(/Salary|Review|Boss/);
        expect(feed.output?.changes).toHaveLength(4);
        const then = { ...find(undefined, { AsOf: "2026-03-14T15:09:26Z" }), ...as(ANN) };
        const summary = { table: "People", properties: then.properties ?? {}, ...as(ANN) };
        for (const asked of [{ by: ["Salary"] }, { values: { v: { MAX: "Salary" } } }, { by: ["Boss"] }])
          expect(await engine.summarise({ ...summary, ...(asked as object) })).toMatchObject({
            diagnostics: [{ code: "column/unknown" }],
          });
        expect(Object.keys((await rows(then))[0] ?? {}).slice(1)).toEqual([
          "Person",
          "Email",
          "Level",
          "Note",
          "Class",
        ]);
        const call = (await engine.changes({ limit: 9, ...as(HR) })).output?.changes.at(-1)?.call ?? "";
        expect(await engine.undo({ call, ...as(ANN) })).toMatchObject({
          diagnostics: [{ code: "history/no-call" }],
        });
        expect(await engine.undo({ call, ...as(HR) })).toMatchObject({ ok: true });
      }));

    test("a live Selector gives each reader the cells that they read", () =>
      withStaff(make, async ({ engine }) => {
        const enter = async (email: string) => {
          const request = { table: "People", properties: { Columns: ["Person", "Salary"] }, ...as(email) };
          const { output } = await engine.live(request);
          const step = await output?.next();
          await output?.return();
          return step?.value?.enter.map(({ row }: { row: object }) => row);
        };
        const [bob, cat] = ["bob@example.com", "cat@example.com"];
        expect(await Promise.all([ANN, bob, cat, HR].map(enter))).toEqual([
          [{ Person: "a", Salary: 100 }, { Person: "b" }, { Person: "c" }],
          [{ Person: "a" }, { Person: "b", Salary: 300 }, { Person: "c" }],
          [{ Person: "a" }, { Person: "b" }, { Person: "c", Salary: 900 }],
          [
            { Person: "a", Salary: 100 },
            { Person: "b", Salary: 300 },
            { Person: "c", Salary: 900 },
          ],
        ]);
      }));

    test("an answer that is given again has what may be read by then", () =>
      withStaff(make, async ({ engine, rows }) => {
        const sent = { ...edit({ Person: "a", Note: "n" }), ...as(ANN), idempotencyKey: "k" };
        expect(await engine.execute(sent)).toMatchObject({ rows: [{ Salary: 100 }] });
        expect(await engine.execute(sent)).toMatchObject({ isReplayed: true, rows: [{ Salary: 100 }] });
        await rows(edit({ Person: "a", Email: "other@example.com" }));
        const again = await engine.execute(sent);
        expect(again).toMatchObject({ isReplayed: true, rows: [{ Person: "a" }] });
        expect(JSON.stringify(again)).not.toContain("Salary");
      }));
  });
}
