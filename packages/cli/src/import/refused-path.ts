import { extname } from "node:path";
import type { TableFile } from "../files/open-source-file.ts";

/** Where the rows of a table go that are refused: a file in the folder of the command, or the one that was named. */
export function refusedPath(
  named: string | undefined,
  table: string,
  pairs: readonly Pick<TableFile, "table">[],
): string {
  if (named === undefined) return `${table.replaceAll(/[/\\:]/gu, "_")}.refused.csv`;
  if (pairs.length === 1) return named;
  const ending = extname(named);
  return `${named.slice(0, named.length - ending.length)}.${table}${ending}`;
}
