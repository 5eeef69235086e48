/**
 * 32 bits for a safe whole number, by a secret of this process, so that nobody can choose many numbers that all fall into one place.
 */
export function hashOfWhole(whole: number): number {
  const low = whole | 0;
  if (low === whole) return mix(low ^ SEED);
  // Each half is changed by the other.
  const high = Math.floor(whole / 2 ** 32) ^ (mix(low ^ SEED) & 0xfffff);
  return mix(low ^ SEED_OF_LONG ^ Math.imul(high, 0x85ebca6b));
}

function mix(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const SEED = Math.floor(Math.random() * 2 ** 32) | 0;
const SEED_OF_LONG = Math.floor(Math.random() * 2 ** 32) | 0;
