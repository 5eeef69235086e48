/** Lines of CSV as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvFile(parts: readonly string[]): Blob {
  return new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" });
}
