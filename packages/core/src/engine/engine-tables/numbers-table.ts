import type { AppDefinition } from "../../schema/index.ts";
import { engineTable } from "./engine-table.ts";

/** The last number of each column that numbers rows. */
export const numbersTable = engineTable(
  "tablewright_numbers",
  { Table: "text", Column: "text", Last: "integer" },
  2,
);

/** Whether any table numbers its rows. */
export function hasNumbers({ tables }: AppDefinition): boolean {
  return [...tables.values()].some((table) => table.autoNumbered.length > 0);
}
