/** A zip library, which is handed in. */
interface Zip {
  unzipSync(
    bytes: Uint8Array,
    options: { filter: (part: { name: string; originalSize: number }) => boolean },
  ): Record<string, Uint8Array>;
  strFromU8(bytes: Uint8Array, latin1: true): string;
  zipSync(parts: Record<string, Uint8Array>, options: { level: 0 }): Uint8Array<ArrayBuffer>;
}

/** A workbook that is not read because it would take too much memory; the message is a sentence for its owner. */
export class WorkbookTooLarge extends Error {
  constructor(what: string) {
    super(`${what}; save the rows as CSV.`);
    this.name = "WorkbookTooLarge";
  }
}

/**
 * The same Excel workbook with the parts that hold cells, not compressed, so that reading it takes no more memory than is known.
 * Throws a `WorkbookTooLarge` by what the archive says of its parts, before one is unpacked, and by what a sheet says of its
 * rows and columns, before cells are made of it: few bytes can name a cell at the end of the largest sheet.
 */
export function unpackWorkbook(bytes: Uint8Array, { unzipSync, strFromU8, zipSync }: Zip): ArrayBuffer {
  admitWorkbookFile(bytes.length);
  let size = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.xml(\.rels)?$/u.test(name)) return false;
    size += originalSize;
    if (size > MOST_BYTES) throw new WorkbookTooLarge(`It unpacks to more than ${MEGABYTES} MB`);
    return true;
  };
  const parts = unzipSync(bytes, { filter });
  for (const part of Object.values(parts)) admitCells(strFromU8(part, true));
  return zipSync(parts, { level: 0 }).buffer;
}

/** Throws for a file that is not to be read into memory at all. */
export function admitWorkbookFile(size: number): void {
  if (size > MOST_BYTES) throw new WorkbookTooLarge(`It has more than ${MEGABYTES} MB`);
}

/** A sheet is read as a grid that is as wide as its last column and as high as its last row. */
function admitCells(xml: string): void {
  let [rows, columns, inRow] = [0, 0, 0];
  for (const [, tag, , column = "", row = ""] of xml.matchAll(CELL)) {
    if (tag === "row") {
      rows += 1;
      inRow = 0;
    } else inRow += 1;
    rows = Math.max(rows, /^\d+$/u.test(row) ? Number(row) : row === "" ? 0 : Number.POSITIVE_INFINITY);
    columns = Math.max(columns, inRow, numberOfColumn(column));
    if (rows * columns > MOST_CELLS)
      throw new WorkbookTooLarge(
        `A sheet of it reaches over more than ${MOST_CELLS.toLocaleString("en-US")} cells`,
      );
  }
  if (rows > MOST_CELLS)
    throw new WorkbookTooLarge("A sheet of it has a row beyond the last that there can be");
}

/** A row or a cell, with what stands in its "r", such as `7` or `AB7`. */
const CELL =
  /<(?:\w+:)?(row|c)(?=[\s/>])(?:[^>"'\s]|"[^"]*"|'[^']*'|\s(?!r\s*=))*(?:\sr\s*=\s*(["'])([A-Za-z]*)([^"']*)\2)?/gu;

function numberOfColumn(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

const MEGABYTES = 128;
const MOST_BYTES = MEGABYTES * 1_048_576;
const MOST_CELLS = 10_000_000;
