/** What a spreadsheet would take for a formula when it opens a CSV file; apostrophes before it are what the guard adds. */
const FORMULA = /^'*[=+\-@\t\r]/u;

/** Is the same to a spreadsheet whether it computes it or not. */
const NUMBER = /^[+-]?\d[\d.,]*%?$/u;

/** The same text with an apostrophe before it, where a spreadsheet would compute it. */
export function guardCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What `guardCell` was given. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
