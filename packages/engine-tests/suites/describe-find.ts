import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { fill, type Workshop, withWorkshop } from "./workshop.ts";

/** Rows by keys, by Selector, or all. */
export function describeFind(make: MakeStore): void {
  const select = async ({ rows }: Workshop, Selector: string, table = "Jobs") => {
    const matches = await rows({ action: "Find", table, properties: { Selector } });
    return matches.map((row) => row.Job ?? row.Maker);
  };

  describe("Find", () => {
    test("all rows, key rows in table order with missing ones left out, and no row twice", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        expect((await workshop.all("Jobs")).map((row) => row.Job)).toEqual(["j1", "j2", "j3"]);
        const rows = [{ Job: "j3" }, { Job: "nope" }, { Job: "j1" }, { Job: "j3" }];
        const matches = await workshop.rows({ action: "Find", table: "Jobs", rows });
        expect(matches.map((row) => row.Job)).toEqual(["j1", "j3"]);
      }));

    test.each([
      ['FILTER("Jobs", [Hours] > 3)', ["j2"]],
      ['FILTER("Jobs", [Maker].[Name] = "ADA")', ["j1"]],
      ['ORDERBY(FILTER("Jobs", TRUE), [Cost], TRUE)', ["j2", "j1", "j3"]],
      ['TOP(ORDERBY(FILTER("Jobs", TRUE), [Hours]), 1)', ["j3"]],
      ["SELECT(Jobs[Job], ISBLANK([Maker]))", ["j3"]],
      ['LIST("j2", "nope", "j1", "j2")', ["j2", "j1"]],
      ["SELECT(Jobs[Maker], TRUE)", []],
      ['FILTER("Jobs", [Begun] < "02/01/2026")', ["j1"]],
      ['FILTER("Jobs", FALSE)', []],
      ['FILTER("Jobs", [Begun] < TODAY())', ["j1", "j2"]],
    ])("by Selector: %s", (selector, keys) =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        expect(await select(workshop, selector)).toEqual(keys);
      }),
    );

    test("values of another column are taken as keys of the table", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        expect(await select(workshop, "SELECT(Jobs[Maker], [Hours] > 5)", "Makers")).toEqual(["b"]);
      }));

    test.each([
      ['FILTER("Jobs", [Hour] > 3)', "name/unknown-column"],
      ['FILTER("Job", TRUE)', "name/unknown-table"],
      ['FILTER("Jobs", ([Hours] > 3)', "syntax/missing-bracket"],
      ["[_THISROW].[Job]", "name/no-row"],
      ["1 + 1", "selector/not-rows"],
      ["Jobs", "selector/not-rows"],
      ["[Hours] > 3", "selector/not-rows"],
      ['FILTER("Makers", [Hours] = 1)', "name/unknown-column"],
    ])("a Selector that is wrong is an error, not an empty answer: %s", (Selector, code) =>
      withWorkshop(make, async ({ errors }) => {
        expect(await errors({ action: "Find", table: "Jobs", properties: { Selector } })).toEqual([code]);
      }),
    );

    test.each([
      ["Jobs", 'Write FILTER("Jobs", TRUE).'],
      ["=jobs", 'Write FILTER("Jobs", TRUE).'],
      [" [Hours] > 3 ", 'Write FILTER("Jobs", [Hours] > 3).'],
      ["TRUE", 'Write FILTER("Jobs", TRUE).'],
      ["1 + 1", 'Write FILTER("Jobs", condition).'],
      ["Makers", 'Write FILTER("Jobs", condition).'],
      ['COUNT(FILTER("Jobs", [Hours] > 3))', 'Write FILTER("Jobs", [Hours] > 3).'],
      ["COUNT(Jobs[Job])", "Write Jobs[Job]."],
      ["COUNT(Jobs[Hours])", 'Write FILTER("Jobs", condition).'],
      ['COUNT(FILTER("Makers", TRUE))', 'Write FILTER("Jobs", condition).'],
      [
        'FILTER("Makers", [Name] = "Ada")',
        'Write FILTER("Jobs", IN([Maker], FILTER("Makers", [Name] = "Ada"))).',
      ],
      ["Makers[Maker]", 'Write FILTER("Jobs", IN([Maker], Makers[Maker])).'],
      ['=MAXROW("Makers", "Name")', 'Write FILTER("Jobs", [Maker] = MAXROW("Makers", "Name")).'],
      ["TOP(ORDERBY(Makers[Maker], [Name]), 1)", /^Write FILTER\("Jobs", IN\(\[Maker\], TOP\(/],
      ['IF(TRUE, FILTER("Makers", TRUE), LIST())', /^Write FILTER\("Jobs", IN\(/],
    ])("what gives no rows of the table is answered with the FILTER to write: %s", (Selector, hint) =>
      withWorkshop(make, async ({ engine }) => {
        const result = await engine.execute({ action: "Find", table: "Jobs", properties: { Selector } });
        const code = "selector/not-rows";
        const expectedHint = typeof hint === "string" ? hint : (expect.stringMatching(hint) as string);
        expect(result).toMatchObject({ ok: false, diagnostics: [{ code, hint: expectedHint }] });
      }),
    );

    test("a value that does not read in the type expected is an error, and a JSON array is a list", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const select = (Selector: string, hours: string | readonly (string | number)[]) =>
          workshop.engine.execute({
            action: "Find",
            table: "Jobs",
            properties: { Selector, Params: { hours } },
          });
        const ofList = await select('FILTER("Jobs", IN([Hours], [_PARAM].[hours]))', ["2", 6]);
        const ofText = await select('FILTER("Jobs", OR([Hours] = 2, [Hours] = 6))', "");
        expect(ofList.ok && ofList.rows).toEqual(ofText.ok && ofText.rows);
        for (const Selector of [
          'FILTER("Jobs", [Hours] > [_PARAM].[hours])',
          'FILTER("Jobs", IN([Hours], [_PARAM].[hours]))',
        ]) {
          const refused = await select(Selector, "soon");
          expect(refused.ok || refused.diagnostics.map(({ code }) => code)).toEqual(["run/unreadable-input"]);
        }
      }));

    test("values are bound, never built into the text", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const properties = {
          Selector: 'FILTER("Makers", [Name] = [_PARAM].[who])',
          Params: { who: '" OR TRUE' },
        };
        expect(await workshop.rows({ action: "Find", table: "Makers", properties })).toEqual([]);
        const named = { ...properties, Params: { who: "bea" } };
        expect(await workshop.rows({ action: "Find", table: "Makers", properties: named })).toHaveLength(1);
      }));

    test("explained: text, order and limit, and what the store says of itself", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const Selector = 'TOP(ORDERBY(FILTER("Jobs", AND([Hours]>2, [Maker].[Rate] > 1)), [Hours], TRUE), 5)';
        const { output } = await workshop.engine.explain({
          action: "Find",
          table: "Jobs",
          properties: { Selector },
        });
        expect(output).toMatchObject({
          table: "Jobs",
          shape: "plan",
          conditions: [{ text: "[Hours] > 2" }, { text: "[Maker].[Rate] > 1" }],
          order: [{ text: "[Hours]", descending: true }],
          limit: 5,
          store: { name: expect.any(String) },
        });
        const left = output?.conditions.filter(({ pushed }) => !pushed) ?? [];
        for (const { reason } of left) expect(reason).toEqual(expect.any(String));
        if (left.length > 0) expect(output).toMatchObject({ isOrderPushed: false, isLimitPushed: false });
        const refused = await workshop.engine.explain({
          action: "Find",
          table: "Jobs",
          properties: { Selector: "1 +" },
        });
        expect(refused).toMatchObject({ output: undefined, diagnostics: [{ severity: "error" }] });
      }));
  });
}
