import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumberOf, FIRST_DAY, LAST_DAY, SECONDS_PER_DAY } from "./civil-date.ts";
import { readDate, readDateTime, readDuration, readTime } from "./read-date-time.ts";
import {
  displayDateTime,
  displayTime,
  writeDuration,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writeLocaleDate,
  writeLocaleDateTime24,
  writeLocaleTime24,
} from "./write-date-time.ts";

const locales = [
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "pt-BR",
  "es-ES",
  "ja-JP",
  "zh-CN",
  "vi-VN",
  "ko-KR",
  "nl-NL",
];
const days = fc.integer({ min: FIRST_DAY, max: LAST_DAY });
const times = fc.integer({ min: 0, max: SECONDS_PER_DAY - 1 });

test.each([
  ["en-US", "04/05/2020", "8:15:25 AM", "04/05/2020 8:15:25 AM"],
  ["en-GB", "05/04/2020", "08:15:25", "05/04/2020 08:15:25"],
  ["de-DE", "05.04.2020", "08:15:25", "05.04.2020 08:15:25"],
  ["fr-FR", "05/04/2020", "08:15:25", "05/04/2020 08:15:25"],
  ["ja-JP", "2020/04/05", "08:15:25", "2020/04/05 08:15:25"],
])("forms of %s", (locale, date, time, dateTime) => {
  const day = dayNumberOf(2020, 4, 5) as number;
  const seconds = 8 * 3600 + 15 * 60 + 25;
  expect(writeLocaleDate(day, locale)).toBe(date);
  expect(displayTime(seconds, locale)).toBe(time);
  expect(displayDateTime(day * SECONDS_PER_DAY + seconds, locale)).toBe(dateTime);
  expect(writeLocaleDateTime24(day * SECONDS_PER_DAY + seconds, locale)).toBe(`${date} 08:15:25`);
  expect(writeLocaleTime24(seconds)).toBe("8:15:25");
});

test.each([
  [0, "12:00:00 AM"],
  [43_200, "12:00:00 PM"],
  [55_845, "3:30:45 PM"],
  [86_399, "11:59:59 PM"],
])("%i seconds are shown as %s", (seconds, text) => {
  expect(displayTime(seconds, "en-US")).toBe(text);
});

test.each([
  [0, "000:00:00"],
  [43_200, "012:00:00"],
  [-1, "-000:00:01"],
  [3_600_000 + 61, "1000:01:01"],
])("a Duration of %i seconds is written %s", (seconds, text) => {
  expect(writeDuration(seconds)).toBe(text);
});

test("years below 1000 and instants before 1970 keep four and two digits", () => {
  expect(writeIsoDate(FIRST_DAY)).toBe("0001-01-01");
  expect(writeIsoDateTime(-1)).toBe("1969-12-31T23:59:59");
});

describe("what is written reads back", () => {
  test("in ISO form under every Locale", () => {
    fc.assert(
      fc.property(days, times, fc.constantFrom(...locales), (day, time, locale) => {
        expect(readDate(writeIsoDate(day), locale)).toBe(day);
        expect(readTime(writeIsoTime(time))).toBe(time);
        const seconds = day * SECONDS_PER_DAY + time;
        expect(readDateTime(writeIsoDateTime(seconds), locale)).toBe(seconds);
      }),
    );
  });

  test("in the Locale's forms", () => {
    fc.assert(
      fc.property(days, times, fc.constantFrom(...locales), (day, time, locale) => {
        const seconds = day * SECONDS_PER_DAY + time;
        expect(readDate(writeLocaleDate(day, locale), locale)).toBe(day);
        expect(readTime(writeLocaleTime24(time))).toBe(time);
        expect(readTime(displayTime(time, locale))).toBe(time);
        expect(readDateTime(writeLocaleDateTime24(seconds, locale), locale)).toBe(seconds);
        expect(readDateTime(displayDateTime(seconds, locale), locale)).toBe(seconds);
      }),
    );
  });

  test("as a Duration", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), (seconds) => {
        expect(readDuration(writeDuration(seconds))).toBe(seconds);
      }),
    );
  });
});
