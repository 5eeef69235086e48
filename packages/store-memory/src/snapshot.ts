import { Outbox } from "./outbox.ts";
import { RunHistory } from "./run-history.ts";
import type { TableVersion } from "./table-version.ts";

/** Everything a store holds, as one commit left it. */
export interface Snapshot {
  readonly tables: ReadonlyMap<string, TableVersion>;
  readonly outbox: Outbox;
  readonly runs: RunHistory;
}

export function emptySnapshot(): Snapshot {
  return { tables: new Map(), outbox: new Outbox(), runs: new RunHistory() };
}
