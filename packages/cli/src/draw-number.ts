/** A number from 0 up to but without 1, of 53 bits of the platform's cryptographic source: keys are drawn with it. */
export function drawNumber(): number {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return Number(bits >> 11n) / 2 ** 53;
}
