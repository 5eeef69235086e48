import { expect, test } from "vitest";
import { FIRST_DAY, LAST_DAY, SECONDS_PER_DAY } from "./civil-date.ts";
import { readDate, readIsoDate, readIsoDateTime, readIsoTime } from "./read-date-time.ts";
import { writeIsoDate, writeIsoDateTime, writeIsoTime } from "./write-date-time.ts";

test("every day of the calendar comes back as it was written", () => {
  const some = Array.from({ length: Math.ceil((LAST_DAY - FIRST_DAY) / 13) }, (_, at) => FIRST_DAY + at * 13);
  const days = [...some, -1, 0, 11_016, LAST_DAY];
  expect(days.filter((day) => readIsoDate(writeIsoDate(day)) !== day)).toEqual([]);
});

test("times and dates with times come back to the second", () => {
  for (const seconds of [0, 1, 3_599, 43_200, 86_399])
    expect(readIsoTime(writeIsoTime(seconds))).toBe(seconds);
  const last = LAST_DAY * SECONDS_PER_DAY + 86_399;
  for (const seconds of [FIRST_DAY * SECONDS_PER_DAY, -1, 0, 951_782_400, last])
    expect(readIsoDateTime(writeIsoDateTime(seconds))).toBe(seconds);
});

test.each([
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-01",
  "2024-01-00",
  "0000-01-01",
])("there is no day %s, however it is read", (text) => {
  expect([readIsoDate(text), readIsoDateTime(`${text}T00:00:00`), readDate(text, "en-US")]).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  "2024-2-30",
  "2024/01/01",
  "yesterday!",
  "",
  "+024-01-01",
  "2024-01-1x",
  "２０２４-01-01",
  " 2024-1-1 ",
])("%s is no ISO date", (text) => expect(readIsoDate(text)).toBe(null));

test.each(["24:00:00", "00:60:00", "00:00:60", "1:02:03", "01.02.03", "01:02", "-1:00:00"])(
  "%s is no ISO time",
  (text) => expect(readIsoTime(text)).toBe(null),
);

test.each(["2024-01-01 00:00:00", "2024-01-01T00:00", "2024-01-01T24:00:00", "2024-01-01T00:00:00Z"])(
  "%s is no ISO date with a time",
  (text) => expect(readIsoDateTime(text)).toBe(null),
);
