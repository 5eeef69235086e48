/** Cases whose expectation this language departs from on purpose, by id, each with the reason. */
export const exemptions: Readonly<Record<string, string>> = {
  "NUMBER-02": 'quoted constants are not typed by their look: NUMBER("4.2") is 4',
  "TRUNC-04": "TRUNC takes the digits that it keeps, as spreadsheets do",
  "TEXT-02": 'quoted constants are not typed by their look: TEXT("12.15") is that text',
  "LITERAL-08": 'quoted constants are not typed by their look: TEXT("12.15") is that text',
  "SPLIT-08":
    "dates are written with two digits for day and month everywhere (docs/decisions/open-points-of-the-language.md)",
  "COMPUTEDKEY-04": "a table with one key column has a _ComputedKey, too: that key as text",
  "LIST-DEREF-07":
    "the sum of no durations is the duration 000:00:00, not the number 0 (docs/decisions/open-points-of-the-language.md)",
};
