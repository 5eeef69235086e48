import type { Store } from "@tablewright/core/storage";

/** A store in memory that can be copied at once, so that every test begins with the same rows and leaves none. */
export interface TestStore extends Store {
  fork(): TestStore;
}

/** The same store for an engine whose tables a database has already: in tests they are tables of their own. */
export function withoutSources(store: TestStore): Store {
  return {
    name: store.name,
    takesSources: true,
    open: (tables, opening) =>
      store.open(
        tables.map(({ source: _, columns, ...table }) => ({
          ...table,
          columns: columns.map(({ source: _, ...column }) => column),
        })),
        opening,
      ),
    read: (work, use) => store.read(work, use),
    write: (work) => store.write(work),
    close: () => store.close(),
  };
}
