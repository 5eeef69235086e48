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

test("no other character becomes longer or shorter when it is folded", () => {
  const others = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point)).filter(
    (character) => character.toLowerCase().length !== character.length,
  );
  expect(others).toEqual(["İ"]);
});
