import { open } from "node:fs/promises";
import { type ColumnDefinition, writeCsv } from "@tablewright/core";
import { PRIVATE } from "./private-mode.ts";
import type { RowWriter } from "./row-writer.ts";

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
