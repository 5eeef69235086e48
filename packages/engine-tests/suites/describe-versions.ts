import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { fill, withWorkshop } from "./workshop.ts";

/** Changes that are made only if a row is still as it was read. */
export function describeVersions(make: MakeStore): void {
  describe("versions", () => {
    test("change with the values of a row, and a change by an old one is refused with the present one", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const { engine, rows } = workshop;
        const read = () => rows({ action: "Find", table: "Makers", properties: { Version: true } });
        const edit = (row: object, Version?: string) =>
          engine.execute({
            action: "Edit",
            table: "Makers",
            rows: [row as never],
            properties: Version === undefined ? {} : { Version },
          });
        const [ada = {}, bea = {}] = await read();
        expect(ada._Version).toMatch(/^[\da-z]{21}$/u);
        expect(bea._Version).not.toBe(ada._Version);
        expect(await read()).toEqual([ada, bea]);
        expect(await edit({ ...ada, Rate: 1 })).toMatchObject({ ok: true });
        const [{ _Version: now } = {}] = await read();
        expect(now).not.toBe(ada._Version);
        expect(await edit({ ...ada, Rate: 2 })).toMatchObject({
          ok: false,
          diagnostics: [
            { code: "row/changed", row: 1, key: "a", message: expect.stringContaining(`"${now}"`) },
          ],
        });
        expect(await edit({ Maker: "a", Rate: 2 }, String(now))).toMatchObject({
          ok: true,
          rows: [{ Rate: 2, _Version: expect.not.stringMatching(String(now)) }],
        });
        const remove = {
          action: "Delete",
          table: "Makers",
          rows: [{ Maker: "b", _Version: bea._Version ?? null }],
        };
        expect(await engine.execute(remove)).toMatchObject({ ok: true });
      }));

    test("hold for an Add that updates: of a row that is there, and of one that was", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const { engine, rows } = workshop;
        const [ada = {}] = await rows({ action: "Find", table: "Makers", properties: { Version: true } });
        const save = async (row: object, Version?: string) => {
          const properties = {
            OnDuplicate: "update" as const,
            ...(Version === undefined ? {} : { Version }),
          };
          const result = await engine.execute({
            action: "Add",
            table: "Makers",
            rows: [row as never],
            properties,
          });
          return result.ok ? undefined : result.diagnostics[0]?.code;
        };
        expect(await save({ ...ada, Rate: 1 })).toBeUndefined();
        expect(await save({ ...ada, Rate: 2 })).toBe("row/changed");
        expect(await save({ Maker: "a", Rate: 2 }, "none")).toBe("row/changed");
        expect(await save({ ...ada, Maker: "y" })).toBe("row/not-found");
        expect(await save({ ...ada, Maker: "z", _Version: null }, "none")).toBeUndefined();
      }));
  });
}
