import type { FormerName } from "@tablewright/core/storage";
import type { TableVersion } from "./table-version.ts";

/** Everything a store holds, as one commit left it. */
export interface Snapshot {
  /** The application whose tables they are; undefined where none has opened them. */
  readonly application: string | undefined;
  /** The names that migrations have taken from tables and columns, the oldest first. */
  readonly former: readonly FormerName[];
  readonly tables: ReadonlyMap<string, TableVersion>;
}

export function emptySnapshot(): Snapshot {
  return {
    application: undefined,
    former: [],
    tables: new Map(),
  };
}
