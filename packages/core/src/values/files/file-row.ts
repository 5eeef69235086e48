import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { JsonValue } from "../value.ts";

/** A row of a file of a person. */
export interface FileRow<Cell = JsonValue> {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** As written in a CSV file, as JSON of a workbook. */
  readonly cells: readonly Cell[];
  /** What of it has no value that could be taken: the row is refused where it is. */
  readonly problems?: readonly RowProblem[];
}

/** A row that is not read because it would take too much memory; the message is a sentence for the owner of its file. */
export class RowTooLarge extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "RowTooLarge";
    this.line = line;
  }
}

/** Throws for a row of a text file that is not to be held. */
export function admitRow(line: number, characters: number): void {
  if (characters > LONGEST_ROW)
    throw new RowTooLarge(
      line,
      `A row of it has more than ${LONGEST_ROW.toLocaleString("en-US")} characters.`,
    );
}

/** Throws for a file that names more columns than are read. */
export function admitColumns(line: number, count: number): void {
  if (count > MOST_COLUMNS)
    throw new RowTooLarge(line, `It names more than ${MOST_COLUMNS.toLocaleString("en-US")} columns.`);
}

/** Characters. */
export const LONGEST_ROW = 4_194_304;
export const MOST_COLUMNS = 16_384;

/**
 * A quote that does not match, or why a line is not an object in JSON, which spoil the row; or the error that a formula of a
 * workbook gave, such as `#DIV/0!`.
 */
export type RowProblem =
  | { readonly quote: string }
  | { readonly notJson: string }
  | { readonly cell: number; readonly error: string };

/** The errors that the problems of a row are for a table: those of cells that are for no column are none. */
export function diagnoseProblems(
  problems: readonly RowProblem[],
  columns: readonly (string | undefined)[],
  row?: number,
): readonly Diagnostic[] {
  const place = row === undefined ? {} : { row };
  return problems.flatMap((problem) => {
    if ("quote" in problem) return diagnose("row/quote", { value: problem.quote }, place);
    if ("notJson" in problem) return diagnose("row/not-json", { reason: problem.notJson }, place);
    const column = columns[problem.cell];
    return column === undefined ? [] : diagnose("cell/error", { value: problem.error }, { ...place, column });
  });
}

/** The names of columns in the row that has them; a blank one names no column. */
export function headersOf({ cells }: FileRow): readonly string[] {
  return cells.map((cell) => String(cell ?? "").trim());
}

export function isBlankRow({ cells, problems }: FileRow): boolean {
  return problems === undefined && cells.every(isBlankCell);
}

/** The row with a cell for each header: cells that are missing at its end are blank, and blank ones beyond the last header are dropped. */
export function fitRow<Row extends FileRow>(row: Row, width: number): Row {
  const { cells } = row;
  if (cells.length === width) return row;
  if (cells.length < width)
    return { ...row, cells: [...cells, ...Array.from({ length: width - cells.length }, () => "")] };
  const filled = cells.findLastIndex((cell) => !isBlankCell(cell)) + 1;
  return { ...row, cells: cells.slice(0, Math.max(filled, width)) };
}

/**
 * Programs compute with binary fractions of 17 digits, of which 15 are held: 0.1 + 0.2 is 0.3 to people. Undefined for a whole
 * number of more digits, which has lost some.
 */
export function shownNumber(number: number): number | undefined {
  if (Number.isSafeInteger(number)) return number;
  const shown = Number(number.toPrecision(15));
  return Number.isInteger(number) && shown !== number ? undefined : shown;
}

function isBlankCell(cell: JsonValue): boolean {
  return cell === null || (typeof cell === "string" && cell.trim() === "");
}
