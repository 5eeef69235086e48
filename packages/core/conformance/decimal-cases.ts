import fc from "fast-check";
import { PaperDecimal } from "./paper-decimal.ts";

/** Numbers of one row, and what each formula over them comes to on paper. */
export interface DecimalCase {
  readonly A: number;
  readonly B: number;
  readonly C: number;
  readonly P: number;
  readonly answers: Readonly<Record<string, number | boolean | null>>;
}

/** Formulas over prices `A`, `B`, `C` and a percentage `P`, each by the name of its answer. */
export const decimalFormulas: Readonly<Record<string, { readonly type: string; readonly source: string }>> = {
  Difference: { type: "Decimal", source: "[A] - [B]" },
  Balance: { type: "Decimal", source: "[A] + [B] - [C]" },
  Settled: { type: "Yes/No", source: "[A] - [B] = [C]" },
  Reduced: { type: "Decimal", source: "[A] * (1 - [P])" },
  Left: { type: "Decimal", source: "[A] * [P] - [B]" },
  Rest: { type: "Decimal", source: "MOD([A], [B])" },
  Cents: { type: "Number", source: "CEILING(([A] - [B]) * 100)" },
};

/** Repeatable cases: half of them cents up to ten million, half of them of mixed magnitudes. */
export function decimalCases(count: number, seed: number): readonly DecimalCase[] {
  const half = Math.ceil(count / 2);
  return [
    ...fc.sample(numbers(cents, percent), { numRuns: half, seed }),
    ...fc.sample(numbers(mixed, fraction), { numRuns: count - half, seed: seed + 1 }),
  ].map(([a, near, other, isNear, p, third]) => {
    const b = isNear ? beside(a, near) : other;
    const difference = PaperDecimal.of(a).minus(PaperDecimal.of(b)).rounded();
    return caseOf(a, b, third === "difference" ? difference.toNumber() : third, p);
  });
}

/** Digits up to 15 at any place that a sum of them, times 100, is kept as a whole number. */
const mixed = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -12, max: 12 }), fc.maxSafeInteger())
  .map(([digits, magnitude, x]) => Number(`${x % 10 ** digits}e${magnitude - digits}`));

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((one) => one / 100);
const percent = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((one) => one / 100),
  fc.integer({ min: 0, max: 10_000 }).map((one) => one / 10_000),
);
const fraction = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.maxSafeNat())
  .map(([digits, x]) => Number(`${x % 10 ** digits}e-${digits}`));

/** What two close numbers differ by, in units of one of the last digits. */
const near = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 0, max: 6 }));

function numbers(number: fc.Arbitrary<number>, share: fc.Arbitrary<number>) {
  const third = fc.oneof(number, fc.constant("difference" as const));
  return fc.tuple(number, near, number, fc.boolean(), share, third);
}

function beside(a: number, [steps, place]: readonly [number, number]): number {
  const { scale } = PaperDecimal.of(a);
  const step = new PaperDecimal(BigInt(steps), Math.max(scale - place, 0));
  return PaperDecimal.of(a).plus(step).rounded().toNumber();
}

function caseOf(A: number, B: number, C: number, P: number): DecimalCase {
  const [a, b, c, p] = [A, B, C, P].map(PaperDecimal.of) as [
    PaperDecimal,
    PaperDecimal,
    PaperDecimal,
    PaperDecimal,
  ];
  const difference = a.minus(b).rounded();
  const rest = new PaperDecimal(1n, 0).minus(p).rounded();
  return {
    A,
    B,
    C,
    P,
    answers: {
      Difference: difference.toNumber(),
      Balance: a.plus(b).rounded().minus(c).rounded().toNumber(),
      Settled: difference.minus(c).units === 0n,
      Reduced: a.times(rest).rounded().toNumber(),
      Left: a.times(p).rounded().minus(b).rounded().toNumber(),
      Rest: b.units === 0n ? null : a.remainder(b).rounded().toNumber(),
      Cents: difference.times(new PaperDecimal(100n, 0)).rounded().ceiling(),
    },
  };
}
