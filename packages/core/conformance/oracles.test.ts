import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { compile } from "../src/expression/index.ts";
import { ORACLE_COLUMNS, ORACLES } from "./oracles.ts";

/** Rows for each call; a family has at least 500 of them. Many more: `TABLEWRIGHT_ORACLES=20000`. */
const numRuns = Number(process.env.TABLEWRIGHT_ORACLES ?? 200);
const seed = Number(process.env.TABLEWRIGHT_SEED ?? Date.now() % 2 ** 31);

afterAll(() => console.log(`oracles: seed ${seed} (TABLEWRIGHT_SEED), ${numRuns} rows a call`));

describe.each(Object.entries(ORACLES))("%s", (_, oracles) => {
  test.each(oracles.map((one) => [one.call, one] as const))("%s", (call, { row, answer, near }) => {
    const compiled = compile(call, { columns: ORACLE_COLUMNS });
    expect(compiled.diagnostics).toEqual([]);
    const property = fc.property(row, (given) => {
      const expected = answer(given as never);
      fc.pre(expected !== undefined);
      const actual = compiled.evaluate({ row: given });
      if (near === undefined || typeof expected !== "number") expect(actual).toEqual(expected);
      else
        expect(Math.abs(Number(actual) - expected)).toBeLessThanOrEqual(
          near * Math.max(1, Math.abs(expected)),
        );
    });
    fc.assert(property, { numRuns, seed });
  });
});
