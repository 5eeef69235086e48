import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

type RefColumn = Pick<DescribedColumn, "name" | "json" | "table">;

/** The keys that the Refs of rows hold, by the table that they point at; those of lists where they are asked for. */
export function refKeys(
  columns: readonly RefColumn[],
  rows: readonly Readonly<Record<string, JsonValue>>[],
  withLists: boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { name, table, json } of columns) {
    if (table === undefined || (json === "array" && !withLists)) continue;
    const keys = targets.get(table) ?? new Set<string>();
    for (const key of rows.flatMap((row) => [row[name] ?? []].flat().slice(0, MOST_ITEMS)))
      if (typeof key === "string" || typeof key === "number") keys.add(String(key));
    targets.set(table, keys);
  }
  return targets;
}

/** Of a list; as many are shown of one, which may have a hundred thousand. */
export const MOST_ITEMS = 1_000;
