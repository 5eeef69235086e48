import { open } from "node:fs/promises";
import { type ColumnDefinition, writeCsv } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/** What writes rows to a file in one form. */
export interface RowWriter {
  write(rows: readonly (readonly JsonValue[])[]): Promise<void>;
  /** Writes what is left and closes the file. */
  end(): Promise<void>;
}

/** Why a file cannot be written, in words for the person who asked for it. */
export class ExportError extends Error {}

/** Only the user who exports rows may read them. */
export const PRIVATE = 0o600;

/** CSV in UTF-8 with a byte order mark, by which spreadsheets know it. */
export async function csvTarget(
  path: string,
  columns: readonly ColumnDefinition[],
  guards: boolean,
): Promise<RowWriter> {
  const file = await open(path, "w", PRIVATE);
  const form = { guards, lineEnd: "\n" };
  await file.write(`\ufeff${writeCsv([columns.map(({ name }) => name)], form)}`);
  return {
    async write(rows) {
      const texts = rows.map((cells) => cells.map((cell) => String(cell ?? "")));
      await file.write(writeCsv(texts, form));
    },
    end: () => file.close(),
  };
}

/** One JSON object for each row, as on the wire `typed`. */
export async function jsonLinesTarget(
  path: string,
  columns: readonly ColumnDefinition[],
): Promise<RowWriter> {
  const file = await open(path, "w", PRIVATE);
  return {
    async write(rows) {
      const lines = rows.map((cells) =>
        JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? null]))),
      );
      await file.write(`${lines.join("\n")}\n`);
    },
    end: () => file.close(),
  };
}
