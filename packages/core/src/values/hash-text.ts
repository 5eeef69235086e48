/**
 * A whole number from 0 to 2^53 - 1 that equal texts share and others hardly ever do. It is no secret and no signature:
 * it finds things again and tells changes, and who relies on it for more compares the texts.
 */
export function hashText(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** 21 letters and digits that tell one text from another. */
export function fingerprintOf(text: string): string {
  const parts = [hashText(text), hashText(text, 0x9e3779b9)];
  return parts
    .map((part) => part.toString(36).padStart(11, "0"))
    .join("")
    .slice(1);
}
