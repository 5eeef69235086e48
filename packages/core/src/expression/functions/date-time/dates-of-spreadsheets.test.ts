/** The functions of dates that spreadsheets have, held against two libraries of others. */
import { TZDate } from "@date-fns/tz";
import { UTCDate } from "@date-fns/utc";
import { DATEDIF, NETWORKDAYS } from "@formulajs/formulajs";
import { addBusinessDays, addMonths, differenceInCalendarDays, differenceInYears } from "date-fns";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../index.ts";

const columns = { A: "Date", B: "Date", N: "Number", T: "DateTime", From: "Text", To: "Text" };
const scope = { columns: { ...columns, Free: { type: "List", itemType: "Date" } } };

/** Days that the oracles know, as ISO dates: many at the ends of months. */
const days = fc
  .tuple(
    fc.integer({ min: 1903, max: 2150 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(([year, month, day]) => {
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
  });
const runs = { numRuns: 1_000 };

/** Midnight in the machine's own zone, by which formulajs reads dates. */
function local(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function isoOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function compiled(source: string) {
  const { evaluate, diagnostics } = compile(source, scope);
  expect(diagnostics).toEqual([]);
  return (row: Record<string, never | string | number | string[]>) => evaluate({ row });
}

test("EDATE", () => {
  const answer = compiled("EDATE([A], [N])");
  const property = fc.property(days, fc.integer({ min: -600, max: 600 }), (A, N) => {
    expect(answer({ A, N })).toBe(isoOf(addMonths(new UTCDate(A), N)));
  });
  fc.assert(property, runs);
});

test("WORKDAY", () => {
  const answer = compiled("WORKDAY([A], [N])");
  const property = fc.property(days, fc.integer({ min: -3_000, max: 3_000 }), (A, N) => {
    expect(answer({ A, N })).toBe(isoOf(addBusinessDays(new UTCDate(A), N)));
  });
  fc.assert(property, runs);
});

test("NETWORKDAYS", () => {
  const answer = compiled("NETWORKDAYS([A], [B], [Free])");
  const near = fc.tuple(days, fc.integer({ min: -400, max: 400 })).map(([day, distance]) => {
    return [day, isoOf(new Date(Date.parse(day) + distance * 86_400_000))] as const;
  });
  const free = fc.array(fc.integer({ min: -420, max: 420 }), { maxLength: 12 });
  const property = fc.property(near, free, ([A, B], distances) => {
    const Free = distances.map((distance) => isoOf(new Date(Date.parse(A) + distance * 86_400_000)));
    const [first, last] = A < B ? [A, B] : [B, A];
    const holidays = [...new Set(Free)].map(local);
    const meant = NETWORKDAYS(local(first), local(last), holidays) as number;
    expect(answer({ A, B, Free }), `${A} ${B} ${Free}`).toBe((A > B ? -meant : meant) + 0);
  });
  fc.assert(property, runs);
});

test("DATEDIF", () => {
  const answers = Object.fromEntries(
    ["Y", "M", "D", "YM", "MD", "YD"].map((unit) => [unit, compiled(`DATEDIF([A], [B], "${unit}")`)]),
  );
  const property = fc.property(days, days, (one, other) => {
    const [A, B] = one < other ? [one, other] : [other, one];
    const row = { A, B };
    expect(answers.Y?.(row), `${A} ${B} Y`).toBe(differenceInYears(new UTCDate(B), new UTCDate(A)));
    for (const unit of ["M", "D", "YM"] as const)
      expect(answers[unit]?.(row), `${A} ${B} ${unit}`).toBe(DATEDIF(local(A), local(B), unit));
    expect(answers.D?.(row)).toBe(differenceInCalendarDays(new UTCDate(B), new UTCDate(A)));
    const months = answers.M?.(row) as number;
    const since = (count: number) =>
      differenceInCalendarDays(new UTCDate(B), addMonths(new UTCDate(A), count));
    expect(answers.MD?.(row)).toBe(since(months));
    expect(answers.YD?.(row)).toBe(since(months - (months % 12)));
    if (A < B) expect(answers.Y?.({ A: B, B: A })).toBe(null);
  });
  fc.assert(property, runs);
});

test("CONVERTTIMEZONE", () => {
  const answer = compiled("CONVERTTIMEZONE([T], [From], [To])");
  const zones = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
  );
  const instants = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000);
  const wall = (instant: number, zone: string) => new TZDate(instant, zone).toISOString().slice(0, 19);
  const property = fc.property(instants, zones, zones, (instant, From, To) => {
    const T = wall(instant, From);
    // A reading that comes twice means its first instant.
    fc.pre(wall(instant - 3_600_000, From) !== T && wall(instant - 1_800_000, From) !== T);
    expect(answer({ T, From, To }), `${T} ${From} ${To}`).toBe(wall(instant, To));
  });
  fc.assert(property, runs);
  expect(answer({ T: "2026-03-14T12:00:00", From: "Mars/Base", To: "UTC" })).toBe(null);
});
