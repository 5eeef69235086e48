import type { Store } from "../../storage/index.ts";

/** A store in which nothing is changed: opening it refuses what is missing, and writing is refused. */
export function readOnlyStore(store: Store): Store {
  return {
    ...store,
    open: (tables, { fill: _, fillInParts: __, ...opening } = {}) =>
      store.open(tables, { ...opening, readOnly: true }),
    write: async () => {
      throw new ReadOnly("This server changes no rows: it was started for reading alone.");
    },
  };
}

class ReadOnly extends Error {
  readonly code = "server/read-only";
}
