import type { EngineRequest, Nameable } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { depotWith } from "./depot.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const RULES = `
Spoil: { table: Orders, on: [edit], condition: '[Note] = "bad"', steps: [{ action: Add Bad Line }] }
Spoil Lines: { table: Lines, on: [add], condition: '[Text] = "bad"', steps: [{ action: Shout }, { action: Break }] }
`;

const APP = depotWith(RULES)
  .replace(
    "      Note: { type: Text }\n",
    `      Note: { type: Text }
      Next: { type: Ref, table: Orders }
      Related Lines: { type: List, itemType: Ref, table: Lines, virtual: true, formula: 'REF_ROWS("Lines", "Order")' }
`,
  )
  .replace(
    "slices:\n",
    "slices:\n  Due Orders: { table: Orders, filter: '[Count] < 9', columns: [Order, Status, Next] }\n",
  )
  .replace("actions:\n", "actions:\n  Break: { table: Lines, set: { Text: '\"\"' } }\n")
  .replace(
    "  Closed:\n",
    "  Seals:\n    key: [Seal]\n    updates: [add]\n    columns: { Seal: { type: Text }, Order: { type: Ref, table: Orders, partOf: true, enforce: true } }\n  Closed:\n",
  );

const ORDERS_ALONE: Nameable = {
  table: (name) => ["Orders", "Open Orders"].includes(name),
  action: (name) => ["Find", "Bump"].includes(name),
};

/** What a caller may not know the name of is in no error, and everything else is as it always is. */
export function describeNameable(make: MakeStore): void {
  const inDepot = async (run: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Orders", rows: [{ Order: "a" }] });
        await workshop.rows({ action: "Add", table: "Seals", rows: [{ Seal: "s", Order: "a" }] });
        await run(workshop);
      },
      undefined,
      APP,
    );
  const call = (action: string, rest: Partial<EngineRequest> = {}): EngineRequest => ({
    action,
    table: "Orders",
    rows: [{ Order: "a" }],
    ...rest,
  });
  const misspelt = (text: string) => text.replace(/(?<=Line|line|Journa|Froze)[sln](?![a-z])/g, "x");
  const find = (Selector: string) => call("Find", { properties: { Selector } });

  describe("names that a caller may not know", () => {
    test.each<[request: EngineRequest, code: string, named: RegExp]>([
      [call(""), "request/unknown-action", /"Add", "Edit", "Delete", "Find", "Bump", "Swap"/],
      [call("Swpa"), "request/unknown-action", /Swap/],
      [call("Find", { table: "Linez" }), "table/not-found", /Lines/],
      [find('FILTER("Linez", TRUE)'), "name/unknown-table", /Lines/],
      [find('FILTER("Orders", ISNOTBLANK([Related Lines][Txet]))'), "name/unknown-column", /"Lines".*Text/],
      [find('FILTER("Orders", [Related Lines] > 3)'), "type/compare", /Ref of Lines/i],
      [find('FILTER("Orders", IN(TODAY(), [Related Lines]))'), "type/compare", /Ref of Lines/i],
      [find("Orders[Related Lines]"), "selector/not-rows", /List of Ref of Lines/i],
      [find("LIST(Orders[Related Lines])"), "selector/not-rows", /List of Ref of Lines/i],
      [find('FILTER("Orders", SUM(Orders[Related Lines]) > 3)'), "type/argument", /List of Ref of Lines/i],
      [find('ORDERBY(FILTER("Orders", TRUE), [Related Lines])'), "type/rows-expected", /Ref of Lines/i],
      [find("1 = 1"), "selector/not-rows", /"Orders"/],
      [call("Add Bad Line"), "action/refused", /"Lines", column "Text"/],
      [call("Add Closed"), "access/not-allowed", /"Closed"/],
      [call("Delete"), "access/parts", /"Seals"/],
      [call("Edit", { rows: [{ Order: "a", Note: "bad" }] }), "workflow/refused", /"Lines", column "Text"/],
    ])("%j is reported with %s", (request, code, named) =>
      inDepot(async ({ engine }) => {
        const toAll = await engine.execute(request);
        const result = await engine.execute({ ...request, nameable: ORDERS_ALONE });
        if (toAll.ok || result.ok) throw new Error("It is accepted.");
        expect(toAll.diagnostics[0]?.code).toBe(code);
        expect(JSON.stringify(toAll.diagnostics[0]).replaceAll("\\", "")).toMatch(named);
        const failed = { "action/refused": "action/failed", "workflow/refused": "action/failed" };
        expect(result.diagnostics.map((one) => one.code)).toEqual(
          toAll.diagnostics.map((one) => failed[one.code as keyof typeof failed] ?? one.code),
        );
        const words = JSON.stringify(result.diagnostics.map(({ message, hint }) => [message, hint]));
        const own = ["Add Bad Line", "Add Closed", "SELECT(Lines", "Linez", "[Related Lines]"];
        const rest = own.reduce((text, one) => text.replaceAll(one, ""), words);
        expect(rest).not.toMatch(/Lines|Seals|Closed|Journal|Text\b|Swap|Edit|Pack|Delete"/);
      }),
    );

    test("a Selector reads a slice through its filter", () =>
      inDepot(async ({ engine, rows }) => {
        await rows({ action: "Add", table: "Orders", rows: [{ Order: "b", Count: 9 }] });
        const nameable: Nameable = { table: (name) => /^(Due )?Orders$/.test(name), action: () => true };
        const selector = 'FILTER("Orders", IN([Order], SELECT(Due Orders[Order], TRUE)))';
        expect(await engine.execute({ ...find(selector), nameable })).toMatchObject({
          rows: [{ Order: "a" }],
        });
      }));

    test.each([
      'FILTER("Lines", TRUE)',
      "SELECT(Lines[Order], TRUE)",
      "Lines[Order]",
      "lines[Text]",
      'FILTER("Orders", COUNT(FILTER("Lines", [Text] = "x")) > 0)',
      'FILTER("Orders", ISNOTBLANK(LOOKUP("x", "Lines", "Text", "Order")))',
      'FILTER("Orders", IN([Order], SELECT(Journal[Of], TRUE)))',
      'FILTER("Orders", ISNOTBLANK(MAXROW("Lines", "Line")))',
      'FILTER("Orders", ISNOTBLANK(MAX(Lines[Line])))',
      'TOP(FILTER("Orders", TRUE), COUNT(Lines[Line]))',
      'ORDERBY(Orders[Order], COUNT(FILTER("Lines", [Order] = [_THISROW-1].[Order])))',
      'FILTER("Frozen Orders", TRUE)',
    ])(
      "a Selector names no table that may not be named, and is answered as for one that there is not: %s",
      (selector) =>
        inDepot(async ({ engine }) => {
          const answerOf = async (Selector: string) => {
            const request = { ...find(Selector), nameable: ORDERS_ALONE };
            const [result, explained] = [await engine.execute(request), await engine.explain(request)];
            expect(explained.diagnostics).toEqual(result.ok ? [] : result.diagnostics);
            return result.ok ? "accepted" : result.diagnostics;
          };
          const isRefused = selector.startsWith('FILTER("Lines"');
          expect(await engine.execute(find(selector))).toMatchObject({ ok: !isRefused });
          const words = misspelt(JSON.stringify(await answerOf(selector)));
          expect(words).toContain("name/unknown-table");
          expect(words).toBe(JSON.stringify(await answerOf(misspelt(selector))));
        }),
    );

    test.each([
      ['FILTER("Orders", [Related Lines][Text] = LIST("x"))', "Text]", "Texx]"],
      ['FILTER("Orders", COUNT(SELECT([Related Lines][Line], [Line] > 0)) > 0)', "Line]", "Linx]"],
      ['FILTER("Orders", COUNT(ORDERBY([Related Lines], [Line])) > 0)', "Line]", "Linx]"],
    ])("a Ref to rows that may not be named is not followed: %s", (selector, name, other) =>
      inDepot(async ({ engine }) => {
        const answerOf = async (Selector: string) => {
          const result = await engine.execute({ ...find(Selector), nameable: ORDERS_ALONE });
          return result.ok
            ? "accepted"
            : JSON.stringify(result.diagnostics).replaceAll(other.slice(0, 4), name.slice(0, 4));
        };
        expect(await engine.execute(find(selector))).toMatchObject({ ok: true });
        expect(await answerOf(selector)).not.toBe("accepted");
        expect(await answerOf(selector)).toBe(await answerOf(selector.replaceAll(name, other)));
        expect(await answerOf(selector)).not.toContain("of Lines");
      }),
    );

    test.each([
      'FILTER("Orders", [Lines] >= 0)',
      'FILTER("Orders", COUNT([Related Lines]) >= 0)',
      'ORDERBY(FILTER("Open Orders", TRUE), [Lines])',
    ])("the definition's own formulas read what they like: %s", (selector) =>
      inDepot(async ({ engine }) => {
        const result = await engine.execute({ ...find(selector), nameable: ORDERS_ALONE });
        expect(result).toMatchObject({ ok: true, rows: [{ Order: "a" }] });
      }),
    );

    describe("a column that was added for a table that may not be named", () => {
      const ADDED = "Related Seals";
      const nowhere = (text: string) => text.replaceAll(ADDED, "Related Saels");
      const columnsOf = (row: object | undefined) => Object.keys(row ?? {});

      test("is in no answer and in no schema; a declared one is", () =>
        inDepot(async ({ engine }) => {
          const [all, own] = [
            await engine.execute(find("Orders[Order]")),
            await engine.execute({ ...find("Orders[Order]"), nameable: ORDERS_ALONE }),
          ];
          if (!all.ok || !own.ok) throw new Error("It is rejected.");
          expect(columnsOf(all.rows[0])).toContain(ADDED);
          expect(columnsOf(own.rows[0])).toEqual(columnsOf(all.rows[0]).filter((name) => name !== ADDED));
          const { tables } = engine.schema(undefined, ORDERS_ALONE);
          expect(tables.map(({ name }) => name)).toEqual(["Orders"]);
          const names = engine.schema("Orders", ORDERS_ALONE)?.columns.map(({ name }) => name);
          expect(names).toEqual(columnsOf(own.rows[0]).filter((name) => name !== "_RowNumber"));
          expect(names).toContain("Related Lines");
        }));

      test.each<EngineRequest>([
        find(`FILTER("Orders", COUNT([${ADDED}]) > 0)`),
        find(`ORDERBY(FILTER("Orders", TRUE), COUNT([${ADDED}]))`),
        find(`Orders[${ADDED}]`),
        call("Find", { properties: { Columns: [ADDED] } }),
        call("Edit", { rows: [{ Order: "a", [ADDED]: "s" }] }),
        call("Add", { rows: [{ Order: "b", [ADDED]: "s" }] }),
      ])("is answered as one that there is not: %j", (request) =>
        inDepot(async ({ engine }) => {
          const answerOf = async (one: EngineRequest) =>
            JSON.stringify(await engine.execute({ ...one, nameable: ORDERS_ALONE }));
          expect(nowhere(await answerOf(request))).toBe(
            await answerOf(JSON.parse(nowhere(JSON.stringify(request)))),
          );
        }),
      );
    });

    describe("a slice of a table that may not be named", () => {
      const nameable: Nameable = { table: (name) => name === "Due Orders", action: () => true };
      const answerOf = async ({ engine }: Workshop, Selector: string) => {
        const result = await engine.execute({ ...find(Selector), table: "Due Orders", nameable });
        return result.ok ? result.rows.map(({ Order }) => Order) : result.diagnostics.map(({ code }) => code);
      };

      test.each([
        'FILTER("Due Orders", [Status] = "Open")',
        'ORDERBY(FILTER("Due Orders", TRUE), [Status], TRUE)',
        "TOP(ORDERBY(TOP(SELECT(Due Orders[Order], TRUE), 5), [Status]), 1)",
        'FILTER("Due Orders", COUNT(SELECT(Due Orders[Status], [Status] = [_THISROW-1].[Status])) = 1)',
        'LIST("a")',
      ])("its own columns can be named: %s", (selector) =>
        inDepot(async (workshop) => {
          expect(await answerOf(workshop, selector)).toEqual(["a"]);
        }),
      );

      test.each([
        ['FILTER("Due Orders", [Count] = 0)', "name/unknown-column"],
        ['FILTER("Orders", TRUE)', "name/unknown-table"],
        ["Due Orders[Count]", "name/unknown-column"],
        ["ORDERBY(SELECT(Due Orders[Next], TRUE), [Status])", "type/rows-expected"],
        ['FILTER("Due Orders", [Next].[Status] = "Open")', "name/unknown-column"],
        ["[Count] = 0", "name/unknown-column"],
      ])("and nothing beyond: %s", (selector, code) =>
        inDepot(async (workshop) => {
          expect(await answerOf(workshop, selector)).toEqual([code]);
        }),
      );

      test("a bare condition on its columns is answered with the FILTER to write", () =>
        inDepot(async ({ engine }) => {
          const result = await engine.execute({
            ...find('[Status] = "Open"'),
            table: "Due Orders",
            nameable,
          });
          const hint = 'Write FILTER("Due Orders", [Status] = "Open").';
          expect(result).toMatchObject({ diagnostics: [{ code: "selector/not-rows", hint }] });
        }));
    });

    test("a summary that cannot be taken of a column names no table of its Refs", () =>
      inDepot(async ({ engine }) => {
        const values = { m: { MAX: "Related Lines" } };
        const messages = async (nameable?: Nameable) => {
          const result = await engine.summarise({ table: "Orders", values, nameable });
          return result.ok ? [] : result.diagnostics.map(({ message }) => message);
        };
        expect(await messages()).toEqual([expect.stringContaining("of type List of Ref of Lines;")]);
        expect(await messages(ORDERS_ALONE)).toEqual([expect.stringContaining("of type List of Ref;")]);
      }));

    test("what may be known is suggested", () =>
      inDepot(async ({ engine }) => {
        const hint = async (request: EngineRequest) => {
          const result = await engine.execute({ ...request, nameable: ORDERS_ALONE });
          return result.ok ? undefined : result.diagnostics[0]?.hint;
        };
        expect(await hint(call("Bmup"))).toBe('Did you mean "Bump"?');
        expect(await hint(call("Find", { table: "Ordres" }))).toBe('Did you mean "Orders"?');
        expect(await hint(find('FILTER("Ordres", TRUE)'))).toBe('Did you mean "Orders"?');
        expect(await hint(find('FILTER("Orders", [Statsu] = "x")'))).toBe('Did you mean "Status"?');
      }));
  });
}
