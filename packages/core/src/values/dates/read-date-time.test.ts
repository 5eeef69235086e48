import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDate, readDateOrDateTime, readDateTime, readDuration, readTime } from "./read-date-time.ts";
import { writeDuration, writeIsoDate, writeIsoDateTime, writeIsoTime } from "./write-date-time.ts";

const isoDate = (value: number | null) => (value === null ? null : writeIsoDate(value));
const isoTime = (value: number | null) => (value === null ? null : writeIsoTime(value));
const isoDateTime = (value: number | null) => (value === null ? null : writeIsoDateTime(value));

test.each([
  ["2026-04-03", "de-DE", "2026-04-03"],
  ["2026/4/3", "en-US", "2026-04-03"],
  [" 2026-04-03 ", "en-US", "2026-04-03"],
  ["03/04/2026", "en-US", "2026-03-04"],
  ["03/04/2026", "en-GB", "2026-04-03"],
  ["3/4/2026", "en-GB", "2026-04-03"],
  ["3.4.2026", "de-DE", "2026-04-03"],
  ["25/12/2019", "de-DE", "2019-12-25"],
  ["25-12-2019", "en-GB", "2019-12-25"],
  ["25.12.2019", "en-GB", "2019-12-25"],
  ["2019.12.25", "ja-JP", "2019-12-25"],
  ["2019.12.25", "en-US", null],
  ["12/25/2019", "ja-JP", null],
  ["25/12/2019", "en-US", null],
  ["02/30/2026", "en-US", null],
  ["2026-02-29", "en-US", null],
  ["03/04/26", "en-US", null],
  ["26-04-03", "en-US", null],
  ["03/04-2026", "en-US", null],
  ["3 4 2026", "en-US", null],
  ["March 4, 2026", "en-US", null],
  ["0000-01-01", "en-US", null],
  ["٢٠٢٦-٠٤-٠٣", "ar-EG", null],
  ["", "en-US", null],
  ["1/".repeat(100_000), "en-US", null],
])("readDate %j under %s is %s", (text, locale, expected) => {
  expect(isoDate(readDate(text, locale))).toBe(expected);
});

test.each([
  ["18:30:33", "18:30:33"],
  ["8:15", "08:15:00"],
  ["18:30:33.999", "18:30:33"],
  ["00:00:00", "00:00:00"],
  ["2:23 PM", "14:23:00"],
  ["06:00:00 pm", "18:00:00"],
  ["12:05am", "00:05:00"],
  ["12:00\u202fPM", "12:00:00"],
  ["24:00", null],
  ["7:60", null],
  ["7:05:60", null],
  ["0:30 AM", null],
  ["13:00 PM", null],
  ["7:5", null],
  ["7", null],
  ["007:05:00", null],
  ["-7:05", null],
  ["", null],
])("readTime %j is %s", (text, expected) => {
  expect(isoTime(readTime(text))).toBe(expected);
});

test.each([
  ["08/31/2017 23:59:59", "en-US", undefined, "2017-08-31T23:59:59"],
  ["25.12.2019 13:34:00", "de-DE", undefined, "2019-12-25T13:34:00"],
  ["2019-11-01 1:34 PM", "en-US", undefined, "2019-11-01T13:34:00"],
  ["2019-11-01T13:34:05.999", "en-US", undefined, "2019-11-01T13:34:05"],
  ["2019-11-01T13:34:05Z", "en-US", undefined, "2019-11-01T13:34:05"],
  ["2019-11-01T13:34:05Z", "en-US", "America/New_York", "2019-11-01T09:34:05"],
  ["2019-11-01T13:34:05.5+02:00", "en-US", undefined, "2019-11-01T11:34:05"],
  ["2019-11-01 13:34 -0530", "en-US", undefined, "2019-11-01T19:04:00"],
  ["2019-11-01T13:34-05", "en-US", "Asia/Tokyo", "2019-11-02T03:34:00"],
  ["2019-11-01T13:34:05", "en-US", "Asia/Tokyo", "2019-11-01T13:34:05"],
  ["9999-12-31T23:59:59-01:00", "en-US", undefined, null],
  ["0001-01-01T00:00:00+01:00", "en-US", undefined, null],
  ["2019-11-01T13:34+24:00", "en-US", undefined, null],
  ["2019-11-01T24:00", "en-US", undefined, null],
  ["2019-11-01", "en-US", undefined, null],
  ["2019-11-01 ", "en-US", undefined, null],
  ["13:34", "en-US", undefined, null],
  ["31/12/2019 10:00", "en-US", undefined, null],
  [`2019-11-01${" ".repeat(100_000)}10:00`, "en-US", undefined, null],
])("readDateTime %j under %s in %s is %s", (text, locale, zone, expected) => {
  expect(isoDateTime(readDateTime(text, locale, zone))).toBe(expected);
});

test("readDateOrDateTime takes a date as its midnight", () => {
  expect(isoDateTime(readDateOrDateTime("31.12.2019", "de-DE"))).toBe("2019-12-31T00:00:00");
  expect(isoDateTime(readDateOrDateTime("31.12.2019 7:00", "de-DE"))).toBe("2019-12-31T07:00:00");
  expect(readDateOrDateTime("7:00", "de-DE")).toBeNull();
});

test.each([
  ["012:00:00", 43_200],
  ["1:30", 5400],
  ["-0:00:01", -1],
  ["-0:00:00", 0],
  ["1234567:00:00", 4_444_441_200],
  ["1:60:00", null],
  ["1:00:60", null],
  ["1:5", null],
  ["+1:00", null],
  ["90", null],
  ["--1:00", null],
  [`${"9".repeat(40)}:00:00`, null],
  ["9".repeat(1_000_000), null],
])("readDuration %j is %d", (text, expected) => {
  expect(readDuration(text)).toBe(expected);
});

describe("hostile texts", () => {
  test("read as null or as a value that is written in range", () => {
    const unit = fc.constantFrom(..."0123456789:/-.+ TZAPM\u202f\u{1f6a2}");
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 30 }),
        fc.constantFrom("en-US", "de-DE", "ja-JP"),
        (text, locale) => {
          const [date, time, seconds] = [readDate(text, locale), readTime(text), readDateTime(text, locale)];
          if (date !== null) expect(writeIsoDate(date)).toMatch(/^\d{4}-\d\d-\d\d$/);
          if (time !== null) expect(writeIsoTime(time)).toMatch(/^[0-2]\d:[0-5]\d:[0-5]\d$/);
          if (seconds !== null) expect(writeIsoDateTime(seconds)).toHaveLength(19);
          const duration = readDuration(text);
          if (duration !== null) expect(readDuration(writeDuration(duration))).toBe(duration);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
