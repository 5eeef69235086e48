import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  civilOf,
  dayNumberOf,
  dayOf,
  FIRST_DAY,
  LAST_DAY,
  monthOf,
  SECONDS_PER_DAY,
  weekdayOf,
  yearOf,
} from "./civil-date.ts";

describe("day numbers", () => {
  test.each([
    [1970, 1, 1, 0],
    [1969, 12, 31, -1],
    [2000, 2, 29, 11_016],
    [2026, 3, 14, 20_526],
    [1, 1, 1, FIRST_DAY],
    [9999, 12, 31, LAST_DAY],
    [2026, 2, 29, null],
    [1900, 2, 29, null],
    [2026, 4, 31, null],
    [2026, 13, 1, null],
    [2026, 0, 1, null],
    [2026, 1, 0, null],
    [0, 1, 1, null],
    [10_000, 1, 1, null],
    [2026, 1.5, 1, null],
    [Number.NaN, 1, 1, null],
  ])("%d-%d-%d is %o", (year, month, day, expected) => {
    expect(dayNumberOf(year, month, day)).toBe(expected);
  });

  test("agree with the platform for every day of 0001…9999 that is asked", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_DAY, max: LAST_DAY }), (dayNumber) => {
        const platform = new Date(dayNumber * SECONDS_PER_DAY * 1000);
        const civil = civilOf(dayNumber);
        expect(civil).toEqual({
          year: platform.getUTCFullYear(),
          month: platform.getUTCMonth() + 1,
          day: platform.getUTCDate(),
        });
        expect([yearOf(dayNumber), monthOf(dayNumber), dayOf(dayNumber)]).toEqual(Object.values(civil));
        expect(weekdayOf(dayNumber)).toBe(platform.getUTCDay() + 1);
        expect(dayNumberOf(civil.year, civil.month, civil.day)).toBe(dayNumber);
      }),
      { numRuns: 2000 },
    );
  });

  test("run without a gap through four hundred years", () => {
    let expected = dayNumberOf(1800, 1, 1) as number;
    for (let year = 1800; year < 2200; year++) {
      for (let month = 1; month <= 12; month++) {
        for (let day = 1; day <= 31; day++) {
          const dayNumber = dayNumberOf(year, month, day);
          if (dayNumber !== null && dayNumber !== expected++)
            throw new Error(`gap at ${year}-${month}-${day}`);
        }
      }
    }
    expect(expected).toBe(dayNumberOf(2200, 1, 1));
  });
});
