import { expect, test } from "vitest";
import { nextRun } from "./compile-rules.ts";

test.each<[cron: string, zone: string, after: string, next: string | undefined]>([
  ["0 6 * * *", "UTC", "2026-11-22T06:00:00Z", "2026-11-23T06:00:00.000Z"],
  ["0 6 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T04:00:00.000Z"],
  ["0 6 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T05:00:00.000Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
  ["30 2,14 * * *", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00.000Z"],
  ["30 2,14 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T13:30:00.000Z"],
  ["0,30 2 * * *", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00.000Z"],
  ["0,30 2 * * *", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00.000Z"],
  ["30 1-3 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00.000Z"],
  ["*/30 2 * * *", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-30T00:00:00.000Z"],
  ["30 * * * *", "Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00.000Z"],
  ["*/30 * * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00.000Z"],
  ["0 6 * * *", "+07:00", "2026-11-22T00:00:00Z", "2026-11-22T23:00:00.000Z"],
  ["0 0 L 2 *", "UTC", "2028-01-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ["@monthly", "UTC", "2026-11-22T00:00:00Z", "2026-12-01T00:00:00.000Z"],
  ["0 0 30 2 *", "UTC", "2026-11-22T00:00:00Z", undefined],
])("%s in %s after %s is %s", (cron, zone, after, next) => {
  const found = nextRun({ cron, zone }, Date.parse(after));
  expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(next);
});

test.each(["30 2,14 * * *", "*/30 1-3 * * *"])("%s is the same whatever was asked before", (cron) => {
  const schedule = { cron, zone: "Europe/Berlin" };
  const hours = Array.from({ length: 30 }, (_, at) => Date.parse("2026-10-24T12:00:00Z") + at * 2_700_000);
  const asked = [...hours, ...hours.toReversed(), ...hours.map((hour) => hour + 1)];
  expect(asked.map((after) => nextRun(schedule, after))).toEqual(
    asked.map((after) => nextRun({ ...schedule }, after)),
  );
});
