import type { FormerName } from "@tablewright/core/storage";
import { Outbox } from "./outbox.ts";
import { RunHistory } from "./run-history.ts";
import type { TableVersion } from "./table-version.ts";

/** Everything a store holds, as one commit left it. */
export interface Snapshot {
  /** The application whose tables they are; undefined where none has opened them. */
  readonly application: string | undefined;
  /** The names that migrations have taken from tables and columns, the oldest first. */
  readonly former: readonly FormerName[];
  readonly tables: ReadonlyMap<string, TableVersion>;
  readonly outbox: Outbox;
  readonly runs: RunHistory;
}

export function emptySnapshot(): Snapshot {
  return {
    application: undefined,
    former: [],
    tables: new Map(),
    outbox: new Outbox(),
    runs: new RunHistory(),
  };
}
