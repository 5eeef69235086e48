import { open } from "node:fs/promises";
import { type ColumnDefinition, guardCell } from "@tablewright/core";
import { stringify } from "csv-stringify/sync";
import { PRIVATE } from "./private-mode.ts";
import type { RowWriter } from "./row-writer.ts";

/** CSV in UTF-8 with a byte order mark, by which spreadsheets know it. */
export async function csvTarget(
  path: string,
  columns: readonly ColumnDefinition[],
  guards: boolean,
): Promise<RowWriter> {
  const file = await open(path, "w", PRIVATE);
  const guard = (cell: unknown) => (guards ? guardCell(String(cell ?? "")) : String(cell ?? ""));
  await file.write(stringify([columns.map(({ name }) => guard(name))], { bom: true }));
  return {
    async write(rows) {
      await file.write(stringify(rows.map((cells) => cells.map(guard))));
    },
    end: () => file.close(),
  };
}
