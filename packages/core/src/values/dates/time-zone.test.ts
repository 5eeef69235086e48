import { tzOffset } from "@date-fns/tz/tzOffset";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { readDateTime } from "./read-date-time.ts";
import { renamedZones, utcSecondsOf, wallSecondsOf, zoneOf } from "./time-zone.ts";
import { windowsZones } from "./windows-zones.ts";
import { writeIsoDateTime } from "./write-date-time.ts";

const at = (text: string) => readDateTime(text, "en-US") as number;

describe("zoneOf", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/BERLIN", "Europe/Berlin"],
    ["US/Eastern", "America/New_York"],
    ["utc", "UTC"],
    ["Etc/GMT+5", "Etc/GMT+5"],
    ["UTC-11", "-11:00"],
    ["UTC+13", "+13:00"],
    ["Pacific Standard Time", "America/Los_Angeles"],
    ["pacific standard time", "America/Los_Angeles"],
    ["India Standard Time", "Asia/Kolkata"],
    ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["", undefined],
    ["+02:00", "+02:00"],
    ["+07:00", "+07:00"],
    ["-0330", "-03:30"],
    ["UTC-5", "-05:00"],
    ["utc+5:45", "+05:45"],
    ["GMT+7", "+07:00"],
    ["GMT -08:00", "-08:00"],
    ["UTC+0", "+00:00"],
    ["UTC+14", "+14:00"],
    ["UTC+23:59", "+23:59"],
    ["UTC+24", undefined],
    ["-99", undefined],
    ["+05:60", undefined],
    ["UTC+", undefined],
    ["UTC+123", undefined],
    ["+5 hours", undefined],
    ["Mars/Olympus", undefined],
    ["__proto__", undefined],
    ["constructor", undefined],
    ["x".repeat(1_000_000), undefined],
  ])("%s is %s", (name, expected) => {
    expect(zoneOf(name)).toBe(expected);
  });

  test("gives the new name of a renamed zone, and the platform knows it", () => {
    for (const [old, name] of Object.entries(renamedZones)) {
      expect([zoneOf(old), zoneOf(name)]).toEqual([name, name]);
    }
  });
});

test.each([
  ["2026-01-15T12:00:00", "America/New_York", "2026-01-15T07:00:00"],
  ["2026-07-15T12:00:00", "America/New_York", "2026-07-15T08:00:00"],
  ["2026-07-15T12:00:00", "Asia/Kolkata", "2026-07-15T17:30:00"],
  ["2026-07-15T12:00:00", "UTC", "2026-07-15T12:00:00"],
  ["1800-01-01T12:00:00", "America/New_York", "1800-01-01T07:03:58"],
  ["2026-07-15T12:00:00", "Etc/GMT+5", "2026-07-15T07:00:00"],
  ["2026-07-15T12:00:00", "+05:45", "2026-07-15T17:45:00"],
  ["2026-07-15T02:00:00", "-03:30", "2026-07-14T22:30:00"],
  ["2026-07-15T02:00:00", "+00:20", "2026-07-15T02:20:00"],
  ["2026-07-15T02:00:00", "-00:20", "2026-07-15T01:40:00"],
])("%s in UTC is, in %s, %s", (utc, zone, wall) => {
  expect(writeIsoDateTime(wallSecondsOf(at(utc), zone))).toBe(wall);
  expect(writeIsoDateTime(utcSecondsOf(at(wall), zone))).toBe(utc);
});

test.each([
  ["a gap", "2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:30:00"],
  ["an overlap", "2026-11-01T01:30:00", "America/New_York", "2026-11-01T05:30:00"],
  ["before a gap", "2026-03-08T01:59:59", "America/New_York", "2026-03-08T06:59:59"],
  ["after a gap", "2026-03-08T03:00:00", "America/New_York", "2026-03-08T07:00:00"],
  ["after an overlap", "2026-11-01T02:00:00", "America/New_York", "2026-11-01T07:00:00"],
  ["a skipped day", "2011-12-30T12:00:00", "Pacific/Apia", "2011-12-30T22:00:00"],
])("%s: %s in %s is %s in UTC", (_, wall, zone, utc) => {
  expect(writeIsoDateTime(utcSecondsOf(at(wall), zone))).toBe(utc);
});

test("an instant that its wall clock names once comes back", () => {
  const zones = [
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
    "Africa/Casablanca",
  ];
  const instants = fc.integer({ min: at("1975-01-01T00:00:00"), max: at("2037-01-01T00:00:00") });
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (utc, zone) => {
      const wall = wallSecondsOf(utc, zone);
      const back = utcSecondsOf(wall, zone);
      expect(wallSecondsOf(back, zone)).toBe(wall);
      expect(back).toBeLessThanOrEqual(utc);
    }),
  );
});

describe("the wall clock of a zone is the one the platform shows", () => {
  const zones = [
    "Africa/Casablanca",
    "Africa/Monrovia",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Europe/Dublin",
    "Europe/London",
    "Pacific/Apia",
    "Pacific/Chatham",
    "UTC",
  ];

  test.each(zones)("%s", (zone) => {
    const instants = fc.oneof(
      fc.integer({ min: at("0002-01-01T00:00:00"), max: at("9998-12-31T00:00:00") }),
      fc.integer({ min: at("1840-01-01T00:00:00"), max: at("2040-01-01T00:00:00") }),
      fc.constantFrom(...changesOf(zone)),
    );
    fc.assert(
      fc.property(instants, (utc) => {
        expect(wallSecondsOf(utc, zone)).toBe(shown(utc, zone));
      }),
      { numRuns: 300 },
    );
  });

  /** The last second before and the first one after each change of the clock from 1840 to 2040. */
  function changesOf(zone: string): number[] {
    const month = 31 * 86_400;
    const offset = (utc: number) => shown(utc, zone) - utc;
    const changes = [at("2000-01-01T00:00:00")];
    for (let from = at("1840-01-01T00:00:00"); from < at("2040-01-01T00:00:00"); from += month) {
      let [before, after] = [from, from + month];
      if (offset(before) === offset(after)) continue;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (offset(middle) === offset(from)) before = middle;
        else after = middle;
      }
      changes.push(before, after);
    }
    return changes;
  }

  function shown(utc: number, zone: string): number {
    const parts = clockOf(zone).formatToParts(utc * 1000);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    const date = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    return at(`${date}T${part("hour")}:${part("minute")}:${part("second")}`);
  }

  const clocks = new Map<string, Intl.DateTimeFormat>();

  function clockOf(timeZone: string): Intl.DateTimeFormat {
    const two = "2-digit";
    const day = { year: "numeric", month: two, day: two } as const;
    const time = { hour: two, minute: two, second: two, hourCycle: "h23" } as const;
    const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...day, ...time });
    clocks.set(timeZone, clock);
    return clock;
  }
});

test.fails("the library keeps the sign of an offset under an hour, so that time-zone.ts need not ask for it", () => {
  expect(tzOffset("Africa/Monrovia", new Date("1970-01-01T00:00:00Z"))).toBeLessThan(0);
});

test("the table of Windows names is that of the package it is taken from", () => {
  const world = WINDOWS_TO_IANA_MAP.filter(
    ({ territory, windowsName }) => territory === "001" && !/^UTC([+-]\d\d)?$/.test(windowsName),
  );
  const zones = Object.entries(windowsZones).flatMap(([region, places]) =>
    Object.entries(places).map(([name, place]) => [
      name.replace("~", " Standard Time"),
      `${region}/${place}`,
    ]),
  );
  expect(Object.fromEntries(zones)).toEqual(
    Object.fromEntries(world.map(({ windowsName, iana }) => [windowsName, iana[0]])),
  );
});
