import type { ColumnDescription, TableDescription } from "@tablewright/store-sql";

/**
 * The names of the columns that tell rows apart: the primary key, else the shortest that is unique and never empty. Empty
 * where there is none, or where a part of it has no type.
 */
export function findKey(
  { primaryKey, uniques }: TableDescription,
  typed: readonly ColumnDescription[],
): readonly string[] {
  const isUsable = (key: readonly string[]) =>
    key.length > 0 &&
    key.every((part) => typed.some(({ name, kind }) => name === part && !NO_KEYS.has(kind)));
  if (isUsable(primaryKey)) return primaryKey;
  const isFilled = (part: string) => typed.some(({ name, nullable }) => name === part && !nullable);
  const others = uniques.filter((key) => isUsable(key) && key.every(isFilled));
  return others.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** What no key has in a definition. */
const NO_KEYS: ReadonlySet<ColumnDescription["kind"]> = new Set(["list", "json"]);
