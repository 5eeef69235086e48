import type { DescribedColumn, DescribedTable } from "@tablewright/core";

/** Rows of a table that the deletion of others does something to. */
interface DeletionEffect {
  readonly table: string;
  /** Of its rows; `[_PARAM].[keys]` are the keys of the rows that are deleted. */
  readonly condition: string;
  readonly effect: "delete" | "clear";
}

/**
 * What goes with rows of a table, through Refs with `partOf` or `onDelete`, and what goes with those; then the Refs that are
 * cleared. Each table appears once, without the further rows that a circle of Refs would add.
 */
export function deletionEffects(
  schemas: readonly DescribedTable[],
  deleted: string,
): readonly DeletionEffect[] {
  const going = new Map<string, string>([[deleted, ""]]);
  const effects: DeletionEffect[] = [];
  for (let level = new Map(going); level.size > 0; ) {
    const next = new Map<string, string>();
    for (const { name, columns } of schemas) {
      const refs = columns.filter((column) => goesWith(column) && level.has(column.table ?? ""));
      if (refs.length === 0 || going.has(name)) continue;
      next.set(name, anyOf(refs, level, schemas));
    }
    for (const [table, condition] of next) {
      going.set(table, condition);
      effects.push({ table, condition, effect: "delete" });
    }
    level = next;
  }
  for (const { name, columns } of schemas) {
    const refs = columns.filter(({ onDelete, table = "" }) => onDelete === "clear" && going.has(table));
    if (refs.length > 0)
      effects.push({ table: name, condition: anyOf(refs, going, schemas), effect: "clear" });
  }
  return effects;
}

function goesWith({ partOf, onDelete }: DescribedColumn): boolean {
  return partOf === true || onDelete === "delete";
}

/** Rows that one of the Refs relates to rows that go. */
function anyOf(
  refs: readonly DescribedColumn[],
  going: ReadonlyMap<string, string>,
  schemas: readonly DescribedTable[],
): string {
  const conditions = refs.map(({ name, table = "" }) => {
    const condition = going.get(table) ?? "";
    const keys =
      condition === "" ? "[_PARAM].[keys]" : `SELECT(${table}[${keyColumn(schemas, table)}], ${condition})`;
    return `IN([${name}], ${keys})`;
  });
  return conditions.length === 1 ? (conditions[0] ?? "") : `OR(${conditions.join(", ")})`;
}

function keyColumn(schemas: readonly DescribedTable[], table: string): string {
  const key = schemas.find(({ name }) => name === table)?.key ?? [];
  return key.length === 1 ? (key[0] ?? "") : "_ComputedKey";
}
