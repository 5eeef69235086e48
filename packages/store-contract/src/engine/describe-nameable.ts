import type { EngineRequest, Nameable } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { depotWith } from "./depot.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const RULES = `
Spoil: { table: Orders, on: [edit], condition: '[Note] = "bad"', steps: [{ action: Add Bad Line }] }
Spoil Lines: { table: Lines, on: [add], condition: '[Text] = "bad"', steps: [{ action: Shout }, { action: Break }] }
`;

const APP = depotWith(RULES)
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
  const find = (Selector: string) => call("Find", { properties: { Selector } });

  describe("names that a caller may not know", () => {
    test.each<[request: EngineRequest, code: string, named: RegExp]>([
      [call(""), "request/unknown-action", /"Add", "Edit", "Delete", "Find", "Bump", "Swap"/],
      [call("Swpa"), "request/unknown-action", /Swap/],
      [call("Find", { table: "Linez" }), "table/not-found", /Lines/],
      [find('FILTER("Linez", TRUE)'), "name/unknown-table", /Lines/],
      [find("SELECT(Lines[Txet], TRUE)"), "name/unknown-column", /"Lines".*Text/],
      [find('FILTER("Orders", ISNOTBLANK([Related Lines][Txet]))'), "name/unknown-column", /"Lines".*Text/],
      [find('FILTER("Orders", [Related Lines] > 3)'), "type/compare", /Ref of Lines/i],
      [find("1 = 1"), "selector/not-rows", /"Orders"/],
      [call("Add Bad Line"), "action/refused", /"Lines", column "Text"/],
      [call("Add Closed"), "access/not-allowed", /"Closed"/],
      [call("Delete"), "access/parts", /"Seals"/],
      [call("Edit", { rows: [{ Order: "a", Note: "bad" }] }), "workflow/refused", /"Lines", column "Text"/],
    ])("%j is told with %s", (request, code, named) =>
      inDepot(async ({ engine }) => {
        const toAll = await engine.execute(request);
        const told = await engine.execute({ ...request, nameable: ORDERS_ALONE });
        if (toAll.ok || told.ok) throw new Error("It is accepted.");
        expect(toAll.diagnostics[0]?.code).toBe(code);
        expect(JSON.stringify(toAll.diagnostics[0]).replaceAll("\\", "")).toMatch(named);
        const failed = { "action/refused": "action/failed", "workflow/refused": "action/failed" };
        expect(told.diagnostics.map((one) => one.code)).toEqual(
          toAll.diagnostics.map((one) => failed[one.code as keyof typeof failed] ?? one.code),
        );
        const words = JSON.stringify(told.diagnostics.map(({ message, hint }) => [message, hint]));
        const own = ["Add Bad Line", "Add Closed", "SELECT(Lines", "Linez", "[Related Lines]"];
        const rest = own.reduce((text, one) => text.replaceAll(one, ""), words);
        expect(rest).not.toMatch(/Lines|Seals|Closed|Journal|Text\b|Swap|Edit|Pack|Delete"/);
      }),
    );

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
