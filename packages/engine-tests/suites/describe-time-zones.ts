import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wallClock, ZONES } from "../zones.ts";
import { withWorkshop } from "./workshop.ts";

/** Wall clocks in tables of our own. The clock of the workshop stands still. */
const CLOCKS = (zone: string) => `
tablewright: 1
app: { id: clocks, name: Clocks, owner: owner@example.com, locale: en-US, timezone: "${zone}" }
tables:
  Clocks:
    key: [Id]
    columns:
      Id: { type: Number }
      At: { type: DateTime }
`;

/** An instant that is sent becomes what the clock of the call shows, and stays that for every other call. */
export function describeTimeZones(make: MakeStore): void {
  describe("time zones", () => {
    test.each(["UTC", "America/St_Johns"])(
      "an instant that is sent is read as itself and compared with NOW, with an application in %s",
      (zone) =>
        withWorkshop(
          make,
          async ({ rows }) => {
            let id = 0;
            const sent = async (instant: number, Timezone: string | undefined) => {
              const properties = Timezone === undefined ? {} : { Timezone };
              const row = { Id: ++id, At: new Date(instant).toISOString() };
              await rows({ action: "Add", table: "Clocks", rows: [row], properties });
              const compared = (operator: string) =>
                `FILTER(Clocks, AND([Id] = ${id}, [At] ${operator} NOW()))`;
              const find = (Selector: string) =>
                rows({ action: "Find", table: "Clocks", properties: { ...properties, Selector } });
              return { before: await find(compared("<=")), after: await find(compared(">")) };
            };
            await fc.assert(
              fc.asyncProperty(aDistance, fc.constantFrom(undefined, ...ZONES), async (seconds, Timezone) => {
                const instant = NOW + seconds * 1_000;
                const { before, after } = await sent(instant, Timezone);
                const At = wallClock(instant, Timezone ?? zone);
                expect(before).toMatchObject(seconds <= 0 ? [{ Id: id, At }] : []);
                expect(after).toMatchObject(seconds <= 0 ? [] : [{ Id: id, At }]);
                expect(await rows({ action: "Find", table: "Clocks", rows: [{ Id: id }] })).toMatchObject([
                  { At },
                ]);
              }),
              { numRuns: 15 },
            );
          },
          undefined,
          CLOCKS(zone),
        ),
    );
  });
}

/** What the clock of the workshop shows. */
const NOW = Date.UTC(2026, 2, 14, 15, 9, 26);

/** Seconds from now; often none. */
const aDistance = fc.oneof(fc.constant(0), fc.integer({ min: -20_000_000, max: 20_000_000 }));
