import { expect, test } from "vitest";
import {
  dayOfText,
  momentOfText,
  secondsOfText,
  textOfDay,
  textOfMoment,
  textOfSeconds,
} from "./iso-date-time.ts";

const [firstDay, lastDay] = [-719_162, 2_932_896];

test("every day of the calendar comes back as it went in", () => {
  const days = Array.from({ length: Math.ceil((lastDay - firstDay) / 13) }, (_, at) => firstDay + at * 13);
  expect(days.filter((day) => dayOfText(textOfDay(day)) !== day)).toEqual([]);
  expect([firstDay, 0, 11_016, lastDay].map(textOfDay)).toEqual([
    "0001-01-01",
    "1970-01-01",
    "2000-02-29",
    "9999-12-31",
  ]);
});

test("times and dates with times, to the second", () => {
  for (const seconds of [0, 1, 3_599, 43_200, 86_399])
    expect(secondsOfText(textOfSeconds(seconds))).toBe(seconds);
  for (const seconds of [firstDay * 86_400, -1, 0, 951_782_400, lastDay * 86_400 + 86_399])
    expect(momentOfText(textOfMoment(seconds))).toBe(seconds);
  expect(textOfMoment(-1)).toBe("1969-12-31T23:59:59");
});

test("what a column cannot keep exactly is not written", () => {
  for (const day of [0.5, firstDay - 1, lastDay + 1, Number.NaN, 1e300])
    expect(() => textOfDay(day)).toThrow();
  for (const seconds of [-1, 86_400, 0.5]) expect(() => textOfSeconds(seconds)).toThrow();
  expect(() => textOfMoment(0.5)).toThrow();
});

test("what others have put there is not misread", () => {
  for (const text of ["2024-02-30", "2024-2-30", "2024-13-01", "2024/01/01", "yesterday!", ""])
    expect(() => dayOfText(text)).toThrow();
  for (const text of ["24:00:00", "1:02:03", "01.02.03"]) expect(() => secondsOfText(text)).toThrow();
  for (const text of ["2024-01-01 00:00:00", "2024-01-01T00:00"]) expect(() => momentOfText(text)).toThrow();
});
