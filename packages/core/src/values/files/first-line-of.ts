/** The line of a CSV file on which a row begins, by the one on which it ends: cells in quotes may hold breaks. */
export function firstLineOf(cells: readonly string[], lastLine: number): number {
  return cells.reduce((line, cell) => line - (cell.match(/\r\n|\n|\r/gu)?.length ?? 0), lastLine);
}
