import { expect, test } from "vitest";
import { findName } from "./scope.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test("a name is found exactly, else as the only one that differs in case alone", () => {
  expect(findName(named("Total", "TOTAL"), "TOTAL")).toEqual({ match: { name: "TOTAL" } });
  expect(findName(named("Total", "Totals"), "tOTAL")).toEqual({ match: { name: "Total" } });
  expect(findName(named("Total", "TOTAL"), "total")).toEqual({
    match: undefined,
    candidates: ["Total", "TOTAL"],
  });
  expect(findName(named("Total"), "Totals")).toEqual({ match: undefined, candidates: [] });
});

test("names may change their length when they are folded", () => {
  const short = "İl";
  const long = short.toLowerCase();
  expect(long.length).toBeGreaterThan(short.length);
  expect(findName(named(short), long)).toEqual({ match: { name: short } });
  expect(findName(named(long), short)).toEqual({ match: { name: long } });
});

test("a letter and its accent are one name however they are written", () => {
  const [one, two] = ["Ren\u00e9", "RENE\u0301"];
  expect(findName(named(one), two)).toEqual({ match: { name: one } });
  expect(findName(named(two), one)).toEqual({ match: { name: two } });
  expect(findName(named(one, two), two)).toEqual({ match: { name: two } });
  expect(findName(named("Rene"), two)).toEqual({ match: undefined, candidates: [] });
});
