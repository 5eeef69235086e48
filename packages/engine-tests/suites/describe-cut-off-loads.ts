import type { LoadSource, RefusedRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Cells, errorsOf, source } from "./loading.ts";
import { withWorkshop } from "./workshop.ts";

/** Loads that end before their source does. */
export function describeCutOffLoads(make: MakeStore): void {
  describe("a load that is cut off", () => {
    const many = Array.from({ length: 25 }, (_, at) => [`m${at}`, at % 5 === 4 ? "" : "x"]);
    const named = (rows: readonly Cells[], breaksAfter = Number.POSITIVE_INFINITY) => ({
      ...source("Makers", ["Maker", "Name"], rows, breaksAfter),
      id: "file",
    });

    test("goes on where it was, whatever it was given last, and tells what it had noted", () =>
      withWorkshop(make, async ({ engine, all }) => {
        const notes: string[] = [];
        const watch = {
          begins: (_: LoadSource, { rows }: { rows: number }, note: string) => {
            notes.push(`${rows} ${note}`);
            return undefined;
          },
          refuses: (_: LoadSource, rows: readonly RefusedRow[]) => `to ${rows.at(-1)?.position}`,
        };
        const options = { partSize: 4, watch };
        await expect(engine.load([named(many, 11)], options)).rejects.toThrow("cut off");
        expect(await all("Makers")).toHaveLength(7);
        const other = { ...named(many), id: "other" };
        expect(errorsOf(await engine.load([other], options))).toEqual(["load/cut-off"]);
        expect(errorsOf(await engine.load([named(many)], { allOrNothing: true }))).toEqual(["load/cut-off"]);
        const result = await engine.load([named(many)], options);
        expect(result).toMatchObject({
          sources: [{ outcome: "continued", rows: 25, added: 20, refused: 5 }],
        });
        expect((await all("Makers")).map(({ Maker }) => Maker)).toEqual(
          many.filter(([, name]) => name !== "").map(([key]) => key),
        );
        expect(notes).toEqual(["0 ", "8 to 5"]);
      }));

    test("once complete is not done again unless it is asked for", () =>
      withWorkshop(make, async ({ engine, all }) => {
        const rows = many.slice(0, 3);
        await engine.load([named(rows)]);
        expect(await engine.load([named(rows)])).toMatchObject({
          sources: [{ outcome: "already", added: 3 }],
        });
        const again = await engine.load([named(rows)], { again: true });
        expect(again).toMatchObject({ sources: [{ outcome: "loaded", refused: 3 }] });
        expect(await all("Makers")).toHaveLength(3);
      }));

    test("can be abandoned", () =>
      withWorkshop(make, async ({ engine }) => {
        await expect(engine.load([named(many, 11)], { partSize: 4 })).rejects.toThrow("cut off");
        const other = { ...named(many.slice(20)), id: "other" };
        expect(await engine.load([other], { abandon: true })).toMatchObject({ sources: [{ added: 4 }] });
        expect(await engine.load([named([["z", "Zoë"]])], {})).toMatchObject({
          sources: [{ outcome: "loaded" }],
        });
      }));

    test("is not taken for a filled table, and a filled table is left alone", () =>
      withWorkshop(make, async ({ engine }) => {
        const options = { onlyEmpty: true };
        const fresh = source("Makers", ["Maker", "Name"], [["z", "Zoë"]]);
        await expect(engine.load([named(many, 11)], { partSize: 4 })).rejects.toThrow("cut off");
        expect(errorsOf(await engine.load([fresh], options))).toEqual(["load/cut-off"]);
        await engine.load([named(many)]);
        expect(await engine.load([fresh], options)).toMatchObject({
          sources: [{ outcome: "occupied", rows: 0 }],
        });
      }));

    test("by another process that has gone on with it, says so", () =>
      withWorkshop(make, async ({ engine }) => {
        const meddled = named(many);
        let isMeddled = false;
        const first = Promise.withResolvers<void>();
        const watch = { advances: () => first.resolve() };
        async function* rows() {
          yield* (async function* () {
            for await (const batch of meddled.rows) {
              yield batch;
              if (isMeddled) continue;
              isMeddled = true;
              await first.promise;
              await engine.load([named(many, 9)], { partSize: 1 }).catch(() => {});
            }
          })();
        }
        const result = await engine.load([{ ...meddled, rows: rows() }], { partSize: 1, watch });
        expect(errorsOf(result)).toEqual(["load/elsewhere"]);
      }));
  });
}
