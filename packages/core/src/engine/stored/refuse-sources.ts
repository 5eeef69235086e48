import type { Store, StoredTable } from "../../storage/index.ts";

/** Throws, in words for the person who chose the store, when a table has a source and the store has tables of its own alone. */
export function refuseSources(tables: readonly StoredTable[], store: Store): void {
  const [table] = store.takesSources ? [] : tables.filter(({ source }) => source !== undefined);
  if (table !== undefined) throw new SourceRefused(table.name, store.name);
}

class SourceRefused extends Error {
  readonly code = "server/migration-refused";

  constructor(table: string, store: string) {
    super(
      `The table "${table}" has a source, a table that a database has already; a store of the kind "${store}" takes tables of its own alone.`,
    );
    this.name = "SourceRefused";
  }
}
