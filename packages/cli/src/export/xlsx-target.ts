import { writeFile } from "node:fs/promises";
import type { ColumnDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import writeWorkbook, { type Cell } from "write-excel-file/node";
import { ExportError, PRIVATE, type RowWriter } from "./row-writer.ts";

/** A workbook of one sheet with the names of columns in its first row. It is held in memory, which its greatest length allows. */
export async function xlsxTarget(path: string, columns: readonly ColumnDefinition[]): Promise<RowWriter> {
  const cells = columns.map(cellOf);
  const data: Cell[][] = [columns.map(({ name }) => ({ ...textCell(name), fontWeight: "bold" }))];
  return {
    async write(rows) {
      if (data.length + rows.length > MOST_ROWS)
        throw new ExportError(
          `A workbook has at most ${MOST_ROWS} rows; export the table as CSV or JSON Lines.`,
        );
      for (const row of rows) {
        const long = row.findIndex((cell) => textOf(cell).length > LONGEST_TEXT);
        if (long >= 0)
          throw new ExportError(
            `A cell of a workbook has at most ${LONGEST_TEXT} characters, and "${columns[long]?.name}" has more in row ${data.length + 1} of the sheet; export the table as CSV or JSON Lines.`,
          );
        data.push(row.map((cell, at) => cells[at]?.(cell) ?? null));
      }
    },
    async end() {
      const bytes = await writeWorkbook(data).toBuffer();
      await writeFile(path, bytes, { mode: PRIVATE });
    },
  };
}

/** Those of Excel, the names of columns among them. */
const MOST_ROWS = 1_048_576;

/** Characters of a cell, which Excel cuts off or calls a damaged file. */
const LONGEST_TEXT = 32_767;

function cellOf({ type: { kind }, options }: ColumnDefinition): (value: JsonValue) => Cell {
  const format = FORMATS[kind];
  if (options.digits === "exact") return exactCell;
  return (value) => {
    if (value === null || value === "") return null;
    if (format !== undefined && typeof value === "string") return dateCell(value, format);
    if (typeof value === "number") return { value, type: Number };
    if (typeof value === "boolean") return { value, type: Boolean };
    return textCell(textOf(value));
  };
}

function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Characters that XML has not, or reads as others, are written by their codes, as Excel does: `_x000D_`. */
function textCell(text: string) {
  const codeOf = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  return { value: text.replace(CODED, codeOf), type: String };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CODED = /_(?=x[\dA-F]{4}_)|[\0-\x08\x0b-\x1f\ufffe\uffff]/giu;

/** A number, or a text where its digits are more than those that spreadsheets keep. */
function exactCell(digits: JsonValue): Cell {
  if (digits === null || digits === "") return null;
  const value = Number(Number(digits).toPrecision(15));
  return String(value) === digits ? { value, type: Number } : textCell(String(digits));
}

const FORMATS: Readonly<Record<string, string>> = { Date: "yyyy-mm-dd", DateTime: "yyyy-mm-dd hh:mm:ss" };

/** Excel has no days before 1900, and none after 9999; those stay texts. */
function dateCell(iso: string, format: string): Cell {
  const [year = ""] = iso.split("-");
  if (!/^(19(?!00)|[2-9]\d)\d\d$/u.test(year)) return textCell(iso);
  return { value: new Date(`${iso.includes("T") ? iso : `${iso}T00:00:00`}Z`), type: Date, format };
}
