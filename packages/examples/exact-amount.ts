/** Amounts as whole hundred-millionths, so that sums and products are exact without any decimal library. */
const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);

/** Reads digits with at most eight places; other texts throw. */
export function readAmount(text: string): bigint {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === "") throw new Error(`"${text}" is no number with at most ${PLACES} places.`);
  return BigInt(`${sign}${whole}${part.padEnd(PLACES, "0")}`);
}

/** The shortest text of an amount: no zeros at the end, no point without places. */
export function writeAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(PLACES + 1, "0");
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, "");
  return amount < 0n ? `-${text}` : text;
}

/** Throws where the product has more than eight places. */
export function multiplyAmounts(...factors: readonly bigint[]): bigint {
  return factors.reduce((product, factor) => {
    if ((product * factor) % ONE !== 0n) throw new Error("The product has more than eight places.");
    return (product * factor) / ONE;
  });
}

export function sumAmounts(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** What remains of the whole: 0.85 for 0.15. */
export function complementOf(part: bigint): bigint {
  return ONE - part;
}

/** Rounded to cents; half a cent counts as one. */
export function roundToCents(amount: bigint): bigint {
  const cent = ONE / 100n;
  return ((amount + cent / 2n) / cent) * cent;
}
