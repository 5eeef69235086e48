/** A ratio or a time in as many digits as it deserves. */
export function round(number: number): string {
  if (Number.isNaN(number)) return "?";
  if (number >= 100) return number.toFixed(0);
  return number >= 10 ? number.toFixed(1) : number.toFixed(number < 0.1 ? 3 : 2);
}
