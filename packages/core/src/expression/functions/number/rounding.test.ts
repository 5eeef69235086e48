/** Numbers rounded to digits, held against the decimals of another library. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCanonical } from "../../../values/index.ts";
import { compile } from "../../index.ts";

const Wide = Decimal.clone({ precision: 1_000, minE: -9_000_000, maxE: 9_000_000 });

const decimals = fc
  .tuple(
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    fc.integer({ min: -20, max: 30 }),
  )
  .map(([units, scale]) => Number(`${units}e${-scale}`) + 0);
const halves = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 1, max: 8 }))
  .map(([units, scale]) => Number(`${units}5e${-scale}`) + 0);
/** The least ones have no 15 digits. */
const doubles = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })
  .filter((x) => x === 0 || Math.abs(x) > 1e-290);
const digits = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.integer({ min: -320, max: 330 }));

const modes = [
  ["ROUND", Decimal.ROUND_HALF_UP],
  ["ROUNDUP", Decimal.ROUND_UP],
  ["ROUNDDOWN", Decimal.ROUND_DOWN],
  ["TRUNC", Decimal.ROUND_DOWN],
] as const;

describe.each(modes)("%s", (name, mode) => {
  const compiled = compile(`${name}([x], [digits])`, { columns: { x: "Decimal", digits: "Number" } });

  test("to digits is what decimals give", () => {
    const property = fc.property(fc.oneof(decimals, halves, doubles), digits, (x, places) => {
      const unit = new Wide(10).pow(-places);
      const whole = new Wide(toCanonical(x)).div(unit).toDecimalPlaces(0, mode);
      const exact = whole.times(unit);
      const kept = exact.abs().gte(1e15) && exact.abs().lt(1e16) ? 16 : 15;
      const meant = exact.toSignificantDigits(kept, Decimal.ROUND_HALF_UP).toNumber();
      const answer = compiled.evaluate({ row: { x, digits: places } });
      expect(answer, `${x} to ${places}`).toBe(Number.isFinite(meant) ? meant + 0 : null);
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  test("without digits is the same as to 0 digits", () => {
    const whole = compile(`${name}([x])`, { columns: { x: "Decimal" } });
    const property = fc.property(fc.oneof(halves, fc.double({ min: -1e9, max: 1e9, noNaN: true })), (x) => {
      const meant = new Wide(toCanonical(x)).toDecimalPlaces(0, mode).toNumber() + 0;
      expect(whole.evaluate({ row: { x } })).toBe(meant);
      expect(compiled.evaluate({ row: { x, digits: 0 } })).toBe(meant);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test("keeps the type of a number with digits, and a whole number where it can be held", () => {
    const columns = { Price: "Price", Count: "Number" };
    expect(compile(`${name}([Price], 1)`, { columns }).type).toBe("Price");
    expect(compile(`${name}([Count], -1)`, { columns }).type).toBe("Number");
    expect(compile(`${name}([Price])`, { columns }).type).toBe("Number");
    expect(compile(`${name}([Price], "")`, { columns }).evaluate({ row: { Price: 1.5 } })).toBe(null);
  });
});

test("a whole number that becomes too large is an error", () => {
  const compiled = compile("ROUNDUP([Count], -3)", { columns: { Count: "Number" } });
  expect(() => compiled.evaluate({ row: { Count: Number.MAX_SAFE_INTEGER } })).toThrow(
    expect.objectContaining({ code: "run/overflow" }),
  );
});
