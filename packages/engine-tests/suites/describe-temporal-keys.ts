import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

/** Rows that a day, a time or a span names: what is told of them has these as everybody reads them. */
export function describeTemporalKeys(make: MakeStore): void {
  describe.each([
    ["Date", "2026-04-03"],
    ["DateTime", "2026-04-03T15:30:00"],
    ["Time", "15:30:00"],
    ["Duration", "-012:30:00"],
  ])("keys of type %s", (type, key) => {
    const withDays = (work: Parameters<typeof withWorkshop>[1]) =>
      withWorkshop(make, work, undefined, daysOf(type));
    const add = { action: "Add", table: "Days", rows: [{ Day: key, Note: "n" }] };

    test("errors tell them", () =>
      withDays(async ({ rows, engine }) => {
        await rows(add);
        const keysIn = async (request: Parameters<typeof engine.execute>[0]) => {
          const result = await engine.execute(request);
          return result.ok
            ? []
            : result.diagnostics.map((one) => [one.code, one.key, one.message.includes(`'${key}'`)]);
        };
        expect(await keysIn(add)).toEqual([["key/duplicate", key, true]]);
        expect(await keysIn({ ...add, rows: [...add.rows, ...add.rows] })).toEqual([
          ["key/duplicate", key, true],
          ["key/twice", key, true],
        ]);
        await rows({ action: "Delete", table: "Days", rows: [{ Day: key }] });
        expect(await keysIn({ ...add, action: "Edit" })).toEqual([["row/not-found", key, true]]);
      }));

    test("the journal, webhooks and undo tell them", () =>
      withDays(async ({ rows, engine }) => {
        await rows(add);
        await rows({ action: "Edit", table: "Days", rows: [{ Day: key, Note: "m" }] });
        const history = await engine.history({ table: "Days", key });
        const versions = history.output?.versions ?? [];
        expect(versions.map((one) => [one.operation, one.key])).toEqual([
          ["add", key],
          ["edit", key],
        ]);
        const { output } = await engine.changes({ limit: 10 });
        expect(output?.changes.map((one) => one.key)).toEqual([key, key]);
        const events = await engine.listEvents({ limit: 10 });
        expect(events.map(({ payload }) => [payload.key, "body" in payload && payload.body])).toEqual([
          [key, key],
        ]);
        const [first, second] = versions.map(({ call }) => call);
        const refused = await engine.undo({ call: first ?? "" });
        expect(refused.ok ? [] : refused.diagnostics.map((one) => one.key)).toEqual([key]);
        const undone = await engine.undo({ call: second ?? "" });
        expect(undone).toMatchObject({ ok: true, rows: [{ key }] });
        expect(
          await rows({ action: "Find", table: "Days", properties: { AsOf: versions[1]?.cursor ?? "" } }),
        ).toMatchObject([{ Note: "m" }]);
      }));
  });
}

const daysOf = (type: string) => `
tablewright: 1
app: { id: days, name: Days, owner: owner@example.com, locale: de-DE, timezone: UTC, history: { keep: 30d } }
tables:
  Days: { key: [Day], columns: { Day: { type: ${type} }, Note: { type: Text } } }
rules:
  Tell: { table: Days, on: [edit], condition: '[Note] = "m"', steps: [{ webhook: { url: "https://example.com/", body: "<<_ROWKEY>>", headers: { Content-Type: text/plain } } }] }
`;
