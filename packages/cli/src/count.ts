/** `1 row`, `0 rows`, `1,200 rows`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Without `toLocaleString`, which loads the platform's Locales: 4 MB that a server may never need. */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
