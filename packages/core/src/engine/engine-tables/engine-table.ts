import type { Row, StorageKind, StoredColumn, StoredTable, WriteTransaction } from "../../storage/index.ts";
import type { Family } from "../../values/index.ts";

type EngineColumns = Readonly<Record<string, keyof typeof FAMILIES>>;

/**
 * A table of the engine's own beside those of the application, of a name that no definition can have. `key` counts the
 * leading columns that are its key.
 */
export function engineTable(
  name: `tablewright_${string}`,
  columns: EngineColumns,
  key: number,
  more: Pick<StoredTable, "order"> & { readonly indexed?: readonly string[] } = {},
): StoredTable {
  const { indexed = [], ...rest } = more;
  const stored = Object.entries(columns).map(
    ([column, kind]): StoredColumn => ({
      name: column,
      kind,
      family: FAMILIES[kind],
      indexed: indexed.includes(column),
    }),
  );
  return { name, columns: stored, key: [...Array(key).keys()], rowNumbers: "stable", ...rest };
}

const FAMILIES = { text: "text", integer: "number", boolean: "yes/no" } as const satisfies Partial<
  Record<StorageKind, Family>
>;

/** Writes a row of an engine's table, whether or not one with its key is there. */
export async function putRow(
  transaction: Pick<WriteTransaction, "insert" | "update">,
  { name }: StoredTable,
  row: Row,
): Promise<void> {
  const { duplicates } = await transaction.insert(name, [row]);
  if (duplicates.length > 0) await transaction.update(name, [row]);
}
