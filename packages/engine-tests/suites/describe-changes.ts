import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const PARCELS = `
tablewright: 1
app: { id: parcels, name: Parcels, owner: owner@example.com, timezone: UTC }
tables:
  Parcels:
    key: [Parcel]
    columns:
      Parcel: { type: Text }
      Weight: { type: Decimal }
      Step: { type: Enum, values: [Packed, Sent, Lost] }
      Tags: { type: EnumList, values: [fragile, heavy] }
      Note: { type: Text }
      Fee: { type: Price, formula: "[Changes] * 10" }
      Price: { type: Price, formula: "[Weight] * 2" }
      Changes: { type: ChangeCounter }
      Times Sent: { type: ChangeCounter, watch: { columns: [Step], values: [sent] } }
      Just Sent: { type: ChangeCounter, mode: reset, watch: { columns: [Step], values: [Sent] } }
      Price Changes: { type: ChangeCounter, watch: { columns: [Price] } }
      Sent At: { type: ChangeTimestamp, watch: { columns: [Step], values: [Sent] } }
      Touched At: { type: ChangeTimestamp, watch: { columns: [Weight, Tags] } }
      Seen In: { type: ChangeLocation, watch: { columns: [Step] } }
      Light Changes: { type: ChangeCounter, watch: { columns: [Is Light] } }
      Is Light: { type: Yes/No, virtual: true, formula: "[Weight] < 5" }
`;

/** Counters, timestamps and places that the application keeps: which changes count, and what each kind makes of them. */
export function describeChanges(make: MakeStore): void {
  const withParcels = (work: (workshop: Workshop, edit: Edit) => Promise<void>) =>
    withWorkshop(
      make,
      async (workshop) => {
        const first = { Parcel: "p", Weight: 1, Step: "Packed", Tags: ["fragile"], Note: "ada" };
        await workshop.rows({ action: "Add", table: "Parcels", rows: [first] });
        const edit: Edit = async (cells, properties = {}) => {
          const rows = [{ Parcel: "p", ...cells }];
          return (await workshop.rows({ action: "Edit", table: "Parcels", rows, properties }))[0] ?? {};
        };
        await work(workshop, edit);
      },
      undefined,
      PARCELS,
    );

  describe("change columns", () => {
    test("of a new row every watched column that is not blank counts, and counts once", () =>
      withParcels(async ({ rows, all }) => {
        expect(await all("Parcels")).toMatchObject([
          {
            Changes: 1,
            Fee: 10,
            "Times Sent": 0,
            "Just Sent": 0,
            "Price Changes": 1,
            "Light Changes": 1,
            "Sent At": null,
            "Touched At": "2026-03-14T15:09:26",
            "Seen In": "0.000000, 0.000000",
          },
        ]);
        const [bare] = await rows({ action: "Add", table: "Parcels", rows: [{ Parcel: "q", Tags: [] }] });
        expect(bare).toMatchObject({ Changes: 1, "Price Changes": 1, "Touched At": null, "Seen In": null });
      }));

    test("the same value in another form is no change", () =>
      withParcels(async ({ all }, edit) => {
        const [before] = await all("Parcels");
        expect(await edit({ Weight: "1.00", Step: "packed", Tags: "fragile", Note: "ada" })).toEqual(before);
      }));

    test("a save with several changes counts once; case alone is a change", () =>
      withParcels(async (_, edit) => {
        expect(await edit({ Weight: 2, Step: "Lost", Note: "x" })).toMatchObject({ Changes: 2, Fee: 20 });
        expect(await edit({ Note: "X" })).toMatchObject({ Changes: 3, Fee: 30 });
        expect(await edit({ Tags: ["fragile", "heavy"] })).toMatchObject({ Changes: 4 });
        expect(await edit({ Tags: ["heavy", "fragile"] })).toMatchObject({ Changes: 5 });
      }));

    test("with values to watch only a change to one of them counts", () =>
      withParcels(async (_, edit) => {
        expect(await edit({ Step: "Sent" })).toMatchObject({ "Times Sent": 1, "Just Sent": 1 });
        expect(await edit({ Step: "Sent", Note: "again" })).toMatchObject({
          "Times Sent": 1,
          "Just Sent": 0,
        });
        expect(await edit({ Step: "Lost" })).toMatchObject({ "Times Sent": 1, "Just Sent": 0 });
        expect(await edit({ Step: "" })).toMatchObject({ "Times Sent": 1 });
        expect(await edit({ Step: "Sent" })).toMatchObject({ "Times Sent": 2, "Just Sent": 1 });
      }));

    test("the instant is the caller's wall clock, the place the one the call names", () =>
      withParcels(async (_, edit) => {
        const sent = await edit({ Step: "Sent" }, { Timezone: "Asia/Tokyo", Location: "47.6, -122.3" });
        expect(sent).toMatchObject({
          "Sent At": "2026-03-15T00:09:26",
          "Touched At": "2026-03-14T15:09:26",
          "Seen In": "47.600000, -122.300000",
        });
        expect(await edit({ Note: "later" })).toMatchObject({
          "Sent At": "2026-03-15T00:09:26",
          "Seen In": "47.600000, -122.300000",
        });
      }));

    test("formulas and virtual columns can be watched", () =>
      withParcels(async (_, edit) => {
        expect(await edit({ Weight: 2 })).toMatchObject({ Price: 4, "Price Changes": 2, "Light Changes": 1 });
        expect(await edit({ Weight: 7 })).toMatchObject({ "Price Changes": 3, "Light Changes": 2 });
        expect(await edit({ Note: "x" })).toMatchObject({ "Price Changes": 3, "Light Changes": 2 });
      }));

    test("a value that is sent for one is left out with a warning", () =>
      withParcels(async ({ engine }) => {
        const rows = [{ Parcel: "p", Changes: 99, "Sent At": "2020-01-01T00:00:00" }];
        const result = await engine.execute({ action: "Edit", table: "Parcels", rows });
        expect(result).toMatchObject({ ok: true, rows: [{ Changes: 1, "Sent At": null }] });
        expect(result.ok && result.warnings.map(({ code, column }) => `${column} ${code}`)).toEqual([
          "Changes column/not-writable",
          "Sent At column/not-writable",
        ]);
      }));

    test("a rejected or a dry change leaves them as they are", () =>
      withParcels(async ({ all, errors }, edit) => {
        const before = await all("Parcels");
        await errors({
          action: "Edit",
          table: "Parcels",
          rows: [{ Parcel: "p", Note: "x", Weight: "much" }],
        });
        expect(await edit({ Note: "x" }, { DryRun: true })).toMatchObject({ Changes: 2 });
        expect(await all("Parcels")).toEqual(before);
      }));
  });
}

type Edit = (
  cells: Readonly<Record<string, string | number | readonly string[]>>,
  properties?: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;
