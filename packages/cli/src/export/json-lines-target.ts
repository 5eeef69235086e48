import { open } from "node:fs/promises";
import type { ColumnDefinition } from "@tablewright/core";
import { PRIVATE } from "./private-mode.ts";
import type { RowWriter } from "./row-writer.ts";

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
