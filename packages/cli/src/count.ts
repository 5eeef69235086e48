/** `1 row`, `0 rows`, `1,200 rows`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
