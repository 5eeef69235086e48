import { canonicalScale, canonicalUnits } from "./decimal.ts";
import { divideDecimals } from "./decimal-arithmetic.ts";
import { type ExactDecimal, exactDecimal, roundDecimal, tenTo, writeDecimalDigits } from "./exact-decimal.ts";

/** Where a slot hands over to its upper half; two numbers below it add up to a number that is still exact. */
const CARRY = 1e15;

/** Scale of the total; no slot has more decimals. */
const TOTAL_SCALE = 22;

/** The exact sum of decimals of up to 15 digits, blanks being 0, rounded to 15 digits: it does not depend on the order. */
export function exactSum(values: readonly (number | null)[]): number {
  const sum = new DecimalSum();
  for (const value of values) if (value !== null) sum.add(value);
  return sum.total();
}

/** The mean of decimals of up to 15 digits, blanks not counted, as a double: their exact sum divided; NaN for none. */
export function meanOf(values: readonly (number | null)[]): number {
  const sum = new DecimalSum();
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum.add(value);
    count++;
  }
  return divideDecimals(sum.nearest(), count);
}

/**
 * A running sum without rounding: every addend counts as the decimal of 15 digits it stands for (see `toCanonical`)
 * and is kept in scaled integers. An addend that is not finite makes the total NaN.
 */
export class DecimalSum {
  /** Sums in millionths, where most numbers of the world fit. */
  #low = 0;
  #high = 0;
  /** Sums by number of decimals, low and high halves alternating; made when first needed. */
  #slots: Float64Array | undefined;
  /** What is too large or too small for the slots. */
  #rest = 0n;
  #restScale = 0;
  #isFinite = true;

  add(x: number): void {
    if (x > -1e9 && x < 1e9) {
      const millionths = Math.round(x * 1e6);
      if (millionths / 1e6 === x) {
        this.#low += millionths;
        if (this.#low >= CARRY || this.#low <= -CARRY) this.#carry();
        return;
      }
    }
    const scale = canonicalScale(Math.abs(x));
    if (scale >= 0) this.#addToSlot(canonicalUnits(x, scale), scale);
    else this.#addToRest(x);
  }

  /** Adds a decimal of any digits, such as a sum of others. */
  addExact({ units, scale }: ExactDecimal): void {
    if (scale > this.#restScale) {
      this.#rest *= tenTo(scale - this.#restScale);
      this.#restScale = scale;
    }
    this.#rest += units * tenTo(this.#restScale - scale);
  }

  /** The exact sum of everything added so far, rounded as `roundDecimal` does; 0 when nothing was. */
  total(): number {
    if (!this.#isFinite) return Number.NaN;
    return this.#isShort() ? this.#low / 1e6 + 0 : roundDecimal(this.#exact());
  }

  /** The exact sum as a decimal without an exponent; undefined when an addend was not finite. */
  text(): string | undefined {
    return this.#isFinite ? writeDecimalDigits(this.#exact()) : undefined;
  }

  /** The double nearest to the exact sum. */
  nearest(): number {
    if (!this.#isFinite) return Number.NaN;
    if (this.#isShort()) return this.#low / 1e6 + 0;
    const { units, scale } = this.#exact();
    return Number(`${units}e-${scale}`);
  }

  #isShort(): boolean {
    return this.#slots === undefined && this.#rest === 0n && this.#high === 0;
  }

  #exact(): ExactDecimal {
    const scale = Math.max(TOTAL_SCALE, this.#restScale);
    let units = this.#rest * tenTo(scale - this.#restScale) + joined(this.#low, this.#high, 6, scale);
    const slots = this.#slots ?? [];
    for (let at = 0; at < slots.length; at += 2) {
      units += joined(slots[at] as number, slots[at + 1] as number, at / 2, scale);
    }
    return { units, scale };
  }

  #carry(): void {
    const carried = Math.trunc(this.#low / CARRY);
    this.#low -= carried * CARRY;
    this.#high += carried;
  }

  #addToSlot(units: number, scale: number): void {
    this.#slots ??= new Float64Array(2 * (TOTAL_SCALE + 1));
    const at = 2 * scale;
    const low = (this.#slots[at] as number) + units;
    const carried = Math.trunc(low / CARRY);
    this.#slots[at] = low - carried * CARRY;
    this.#slots[at + 1] = (this.#slots[at + 1] as number) + carried;
  }

  #addToRest(x: number): void {
    if (!Number.isFinite(x)) {
      this.#isFinite = false;
      return;
    }
    this.addExact(exactDecimal(x));
  }
}

function joined(low: number, high: number, scale: number, targetScale: number): bigint {
  return (BigInt(high) * BigInt(CARRY) + BigInt(low)) * tenTo(targetScale - scale);
}
