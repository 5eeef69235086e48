/**
 * Decimal arithmetic as on paper, which answers are held against: whole units and a scale, no doubles. It shares nothing
 * with the evaluators.
 */
export class PaperDecimal {
  readonly units: bigint;
  readonly scale: number;

  constructor(units: bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  /** The decimal that a number's shortest text says. */
  static of(x: number): PaperDecimal {
    const [digits = "0", exponent = "0"] = x.toExponential().split("e");
    const [whole = "0", fraction = ""] = digits.split(".");
    return new PaperDecimal(BigInt(whole + fraction), fraction.length - Number(exponent));
  }

  plus(other: PaperDecimal): PaperDecimal {
    const scale = Math.max(this.scale, other.scale);
    return new PaperDecimal(this.at(scale) + other.at(scale), scale);
  }

  minus(other: PaperDecimal): PaperDecimal {
    return this.plus(new PaperDecimal(-other.units, other.scale));
  }

  times(other: PaperDecimal): PaperDecimal {
    return new PaperDecimal(this.units * other.units, this.scale + other.scale);
  }

  remainder(other: PaperDecimal): PaperDecimal {
    const scale = Math.max(this.scale, other.scale);
    return new PaperDecimal(this.at(scale) % other.at(scale), scale);
  }

  /** The least whole number that is not below it. */
  ceiling(): number {
    const scale = Math.max(this.scale, 0);
    const one = 10n ** BigInt(scale);
    const units = this.at(scale);
    const cut = units / one;
    return Number(units > cut * one ? cut + 1n : cut);
  }

  /** At 15 significant digits, a half away from zero; whole between 10^15 and 10^16. */
  rounded(): PaperDecimal {
    const digits = String(this.units).replace("-", "");
    const kept = digits.length - this.scale === 16 ? 16 : 15;
    if (digits.length <= kept) return this;
    const up = Number(digits[kept]) >= 5 ? 1n : 0n;
    const units = BigInt(digits.slice(0, kept)) + up;
    return new PaperDecimal(this.units < 0n ? -units : units, this.scale - (digits.length - kept));
  }

  toNumber(): number {
    return Number(`${this.units}e${-this.scale}`);
  }

  private at(scale: number): bigint {
    return this.units * 10n ** BigInt(scale - this.scale);
  }
}
