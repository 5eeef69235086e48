import { writeFile } from "node:fs/promises";
import type { ColumnDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import writeWorkbook, { type Cell } from "write-excel-file/node";
import { PRIVATE } from "./private-mode.ts";
import { ExportError, type RowWriter } from "./row-writer.ts";

/** A workbook of one sheet with the names of columns in its first row. It is held in memory, which its greatest length allows. */
export async function xlsxTarget(path: string, columns: readonly ColumnDefinition[]): Promise<RowWriter> {
  const cells = columns.map(cellOf);
  const data: Cell[][] = [columns.map(({ name }) => ({ value: name, type: String, fontWeight: "bold" }))];
  return {
    async write(rows) {
      if (data.length + rows.length > MOST_ROWS)
        throw new ExportError(
          `A workbook has at most ${MOST_ROWS} rows; export the table as CSV or JSON Lines.`,
        );
      for (const row of rows) data.push(row.map((cell, at) => cells[at]?.(cell) ?? null));
    },
    async end() {
      const bytes = await writeWorkbook(data).toBuffer();
      await writeFile(path, bytes, { mode: PRIVATE });
    },
  };
}

/** Those of Excel, the names of columns among them. */
const MOST_ROWS = 1_048_576;

function cellOf({ type: { kind }, options }: ColumnDefinition): (value: JsonValue) => Cell {
  const format = FORMATS[kind];
  if (options.digits === "exact") return exactCell;
  return (value) => {
    if (value === null || value === "") return null;
    if (format !== undefined && typeof value === "string") return dateCell(value, format);
    if (typeof value === "number") return { value, type: Number };
    if (typeof value === "boolean") return { value, type: Boolean };
    return { value: Array.isArray(value) ? JSON.stringify(value) : String(value), type: String };
  };
}

/** A number, or a text where its digits are more than those that spreadsheets keep. */
function exactCell(digits: JsonValue): Cell {
  if (digits === null || digits === "") return null;
  const value = Number(Number(digits).toPrecision(15));
  return String(value) === digits ? { value, type: Number } : { value: String(digits), type: String };
}

const FORMATS: Readonly<Record<string, string>> = { Date: "yyyy-mm-dd", DateTime: "yyyy-mm-dd hh:mm:ss" };

/** Excel has no days before 1900, and none after 9999; those stay texts. */
function dateCell(iso: string, format: string): Cell {
  const [year = ""] = iso.split("-");
  if (!/^(19(?!00)|[2-9]\d)\d\d$/u.test(year)) return { value: iso, type: String };
  return { value: new Date(`${iso.includes("T") ? iso : `${iso}T00:00:00`}Z`), type: Date, format };
}
