/** A number as it is entered: in the form of a locale, with all of its digits and no signs that group them. */
export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 21 }).format(value);
}
