/** The library's calendar against arithmetic on day numbers, in a time zone whose days do not all begin at midnight. */
import { UTCDate } from "@date-fns/utc";
import { addWeeks, getISOWeek, startOfWeek } from "date-fns";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { civilOf, dayNumberOf, daysInMonth, FIRST_DAY, LAST_DAY, weekdayOf } from "../../../values/index.ts";
import { addMonths, addWorkdays, endOfMonth, isoWeekOf, type PeriodKind, startOfPeriod } from "./calendar.ts";

const ownZone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/Sao_Paulo";
  expect(new Date(2018, 10, 4).getHours()).toBe(1);
});
afterAll(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

/** Days anywhere, at the ends of months, on leap days, and around the turn of the year. */
const days = fc.oneof(
  fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
  fc
    .record({
      year: fc.integer({ min: 1, max: 9999 }),
      day: fc.constantFrom([1, 1], [1, 3], [1, 31], [2, 28], [2, 29], [3, 1], [12, 29], [12, 31]),
    })
    .map(
      ({ year, day: [month = 1, day = 1] }) => dayNumberOf(year, month, day) ?? dayNumberOf(year, 3, 1) ?? 0,
    ),
);
const months = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -130_000, max: 130_000 }));
const runs = { numRuns: 3_000 };

/** Year and month so many months on. */
function monthAfter(day: number, count: number): readonly [year: number, month: number] {
  const { year, month } = civilOf(day);
  const index = year * 12 + month - 1 + count;
  return [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
}

test("months are added", () => {
  fc.assert(
    fc.property(days, months, (day, count) => {
      const [year, month] = monthAfter(day, count);
      const last = daysInMonth(year, month);
      expect(endOfMonth(day, count)).toBe(dayNumberOf(year, month, last));
      expect(addMonths(day, count)).toBe(dayNumberOf(year, month, Math.min(civilOf(day).day, last)));
    }),
    runs,
  );
});

test("an ISO week is that of the library", () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(isoWeekOf(day)).toBe(getISOWeek(new UTCDate(day * 86_400_000)));
    }),
    runs,
  );
});

test("workdays are the days between that are no weekend", () => {
  const isWorkday = (day: number) => weekdayOf(day) !== 1 && weekdayOf(day) !== 7;
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, -1), (start, count, direction) => {
      let day = start;
      for (let left = count; left > 0; ) {
        day += direction;
        if (isWorkday(day)) left--;
      }
      expect(addWorkdays(start, count * direction)).toBe(day >= FIRST_DAY && day <= LAST_DAY ? day : null);
    }),
    runs,
  );
  expect(addWorkdays(20_000, 5_000_000)).toBe(null);
  expect(addWorkdays(dayNumberOf(2026, 3, 9) ?? 0, 260_000)).toBe((dayNumberOf(2026, 3, 9) ?? 0) + 364_000);
});

describe("periods", () => {
  const lengths: readonly (readonly [PeriodKind, number])[] = [
    ["month", 1],
    ["quarter", 3],
    ["year", 12],
  ];
  test.each(lengths)("a %s begins on the first of a month", (kind, length) => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5, max: 5 }), (day, count) => {
        const back = (civilOf(day).month - 1) % length;
        const [year, month] = monthAfter(day, count * length - back);
        expect(startOfPeriod(kind, day, count)).toBe(dayNumberOf(year, month, 1));
      }),
      runs,
    );
  });

  test("a week begins on a Sunday", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5, max: 5 }), (day, count) => {
        const week = startOfWeek(new UTCDate(day * 86_400_000), { weekStartsOn: 0 });
        const first = addWeeks(week, count).getTime() / 86_400_000;
        expect(startOfPeriod("week", day, count)).toBe(
          first >= FIRST_DAY && first <= LAST_DAY ? first : null,
        );
      }),
      runs,
    );
  });
});
