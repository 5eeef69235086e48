import { expect, test } from "vitest";
import { fuzz, mutated, randomBytes, tokenSoup } from "./fuzz.ts";

/** More, and with other seeds: `TABLEWRIGHT_FUZZ=1000000 npm test -- conformance/fuzz`. */
const count = Number(process.env.TABLEWRIGHT_FUZZ ?? 5_000);
const seed = Number(process.env.TABLEWRIGHT_FUZZ_SEED ?? 20_261_121);

test.each([
  ["random bytes", randomBytes],
  ["tokens in any order", tokenSoup],
  ["mutated expressions", mutated],
])(
  `%s: nothing but ExpressionError is thrown (${count} sources, seed ${seed})`,
  (_, make) => {
    const report = fuzz(count, seed, make);
    expect(report.thrown.slice(0, 3)).toEqual([]);
    process.env.TABLEWRIGHT_FUZZ && console.log(report.tried, "sources; slowest", report.slowest);
  },
  3_600_000,
);
