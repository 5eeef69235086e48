import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  distanceKilometres,
  latOf,
  longOf,
  readLatLong,
  readXY,
  writeLatLong,
  writeXY,
  xOf,
  yOf,
} from "./points.ts";

describe("readLatLong", () => {
  test.each([
    ["51.5074, -0.1278", "51.507400, -0.127800"],
    ["47.623098,-122.330184", "47.623098, -122.330184"],
    [" 0 , 0 ", "0.000000, 0.000000"],
    ["-0.0000001, +180", "0.000000, 180.000000"],
    ["-90, -180", "-90.000000, -180.000000"],
    ["1.0000005, 0", "1.000001, 0.000000"],
    ["90.000001, 0", null],
    ["0, 180.5", null],
    ["1000, 0", null],
    ["51.5", null],
    ["51.5, 0, 0", null],
    ["51,5, 0", null],
    ["1e1, 0", null],
    ["N 51, W 0", null],
    ["", null],
    [`1,${" ".repeat(100_000)}1`, null],
  ])("%j is %j", (text, expected) => {
    expect(readLatLong(text)).toBe(expected);
  });

  test("reads what is written", () => {
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((x) => x / 1e6 + 0);
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, long) => {
        const text = writeLatLong(lat, long);
        expect(readLatLong(text)).toBe(text);
        expect([latOf(text), longOf(text)]).toEqual([lat, long]);
      }),
    );
  });
});

describe("distanceKilometres", () => {
  test.each([
    ["0.000000, 0.000000", "0.000000, 1.000000", 111.195],
    ["0.000000, 179.500000", "0.000000, -179.500000", 111.195],
    ["0.000000, 0.000000", "0.000000, 180.000000", 20_015.114],
    ["51.507400, -0.127800", "51.507400, -0.127800", 0],
    ["51.507400, -0.127800", "48.856600, 2.352200", 343.557],
  ])("from %s to %s", (a, b, kilometres) => {
    expect(distanceKilometres(a, b)).toBeCloseTo(kilometres, 2);
    expect(distanceKilometres(b, a)).toBe(distanceKilometres(a, b));
  });
});

describe("readXY", () => {
  test.each([
    ["50, 25", "50.00, 25.00"],
    ["0,100", "0.00, 100.00"],
    ["12.345, 1.004", "12.35, 1.00"],
    ["-1, 0", null],
    ["0, 100.5", null],
    ["50", null],
    ["", null],
  ])("%j is %j", (text, expected) => {
    expect(readXY(text)).toBe(expected);
  });

  test("parts of a canonical text", () => {
    expect([xOf(writeXY(50, 25.5)), yOf(writeXY(50, 25.5))]).toEqual([50, 25.5]);
  });
});
