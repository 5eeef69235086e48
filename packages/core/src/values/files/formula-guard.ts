/** The same text with an apostrophe before it, where a spreadsheet that opens a CSV file would compute it. */
export function guardCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What `guardCell` was given. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** What a spreadsheet would take for a formula; apostrophes before it are what the guard adds. */
const FORMULA = /^'*[=+\-@\t\r]/u;

/** Is the same to a spreadsheet whether it computes it or not; some Locales group digits by blanks. */
const NUMBER = /^(?:\+?\d[\d.,]*|-\d[\d.,\s]*)%?$/u;
