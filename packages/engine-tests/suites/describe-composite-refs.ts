import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

/** Refs to rows that several columns name. */
export function describeCompositeRefs(make: MakeStore): void {
  describe("Refs to keys of several columns", () => {
    const withRooms = (work: Parameters<typeof withWorkshop>[1]) =>
      withWorkshop(make, work, undefined, ROOMS);
    const add = (day: string, locale = "de-DE") => ({
      action: "Add",
      table: "Visits",
      properties: { Locale: locale },
      rows: [{ Visit: "v", Day: day }],
    });

    test.each([
      ["a: 04/03/2026: 1.5", "en-GB"],
      ["a: 2026-04-03: 1.5", "en-GB"],
      ["a: 2026-04-03: 1,5", "de-DE"],
      ["a: 03.04.2026: 1,5", "de-DE"],
      ["a: 3.4.2026: 1.5", "de-DE"],
      ["a: 04/03/2026: 1.5", "de-DE"],
      ["a: 13/04/2026: 1.5", "en-GB"],
    ])("%s in %s is held as everybody writes it", (day, locale) =>
      withRooms(async ({ rows }) => {
        const on = day.includes("13") ? "2026-04-13" : "2026-04-03";
        await rows({ action: "Add", table: "Days", rows: [{ Room: "a", Day: on, Part: 1.5, Note: "n" }] });
        const written = on === "2026-04-13" ? "a: 04/13/2026: 1.5" : "a: 04/03/2026: 1.5";
        expect(await rows(add(day, locale))).toMatchObject([{ Day: written, Note: "n" }]);
        const named = { action: "Find", table: "Days", properties: { Locale: locale } };
        expect(await rows({ ...named, rows: [{ _ComputedKey: day }] })).toMatchObject([{ Note: "n" }]);
      }),
    );

    test.each(["a: nope: 1", "a", "a: 2026-04-03", "a: 2026-04-03: 1: 2", "a: : 1", "a: 04/31/2026: 1"])(
      "%s is no key, and the error says how one is written",
      (day) =>
        withRooms(async ({ errors, engine }) => {
          expect(await errors(add(day))).toEqual(["1 Day key/unreadable"]);
          expect(await engine.execute(add(day))).toMatchObject({
            diagnostics: [
              {
                message: `"${day}" cannot be read as a key of "Room", "Day", "Part", joined by ": ".`,
                hint: "Write it like Room: 08/31/2026: 1.5.",
              },
            ],
          });
        }),
    );

    test.each([
      '[Day] = "a: 03.04.2026: 1,5"',
      '"a: 2026-04-03: 1.5" = [Day]',
      'IN([Day], {"a: 04/03/2026: 1.5", "b: 2026-04-04: 2"})',
      'IN("a: 3.4.2026: 1,50", Visits[Day])',
      'SWITCH([Day], "a: 2026-04-03: 1.5", TRUE, FALSE)',
      '[Visit] = LOOKUP("a: 2026-04-03: 1.5", "Visits", "Day", "Visit")',
    ])("a text beside such a Ref is read as its key: %s", (condition) =>
      withRooms(async ({ rows }) => {
        await rows(add("a: 2026-04-03: 1,5"));
        const properties = { Locale: "de-DE", Selector: `FILTER("Visits", ${condition})` };
        expect(await rows({ action: "Find", table: "Visits", properties })).toMatchObject([{ Visit: "v" }]);
      }),
    );

    test("a text that is no such key is warned of", () =>
      withRooms(async ({ engine }) => {
        const properties = { Selector: 'FILTER("Visits", [Day] = "a: 13.04.2026: x")' };
        expect(await engine.execute({ action: "Find", table: "Visits", properties })).toMatchObject({
          rows: [],
          warnings: [
            {
              code: "type/not-a-key",
              message:
                '"a: 13.04.2026: x" names no row of "Days", whose key is "Room", "Day", "Part", joined by ": ".',
            },
          ],
        });
      }));

    test("what an action sets, and what a new row begins with, is read as its key", () =>
      withRooms(async ({ rows }) => {
        const [first] = await rows({ action: "Add", table: "Visits", rows: [{ Visit: "v" }] });
        expect(first).toMatchObject({ First: "a: 04/03/2026: 1.5" });
        await rows({ action: "Move", table: "Visits", rows: [{ Visit: "v" }] });
        expect(await rows({ action: "Find", table: "Visits" })).toMatchObject([{ Day: "b: 04/04/2026: 2" }]);
      }));

    test("a key that names no row is held all the same", () =>
      withRooms(async ({ rows }) => {
        expect(await rows(add("z: 2026-04-03: 1"))).toMatchObject([{ Day: "z: 04/03/2026: 1" }]);
      }));
  });
}

const ROOMS = `
tablewright: 1
app: { id: rooms, name: Rooms, owner: owner@example.com, locale: en-US }
tables:
  Days:
    key: [Room, Day, Part]
    columns: { Room: { type: Text }, Day: { type: Date }, Part: { type: Decimal }, Note: { type: Text } }
  Visits:
    key: [Visit]
    columns:
      Visit: { type: Text }
      Day: { type: Ref, table: Days }
      Note: { type: Text, virtual: true, formula: "[Day].[Note]" }
      First: { type: Ref, table: Days, initialValue: '"a: 2026-04-03: 1.50"' }
actions:
  Move: { table: Visits, set: { Day: '"b: 2026-04-04: 2"' } }
`;
