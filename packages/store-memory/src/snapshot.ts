import { Outbox } from "./outbox.ts";
import { RunHistory } from "./run-history.ts";
import type { TableVersion } from "./table-version.ts";

/** Everything a store holds, as one commit left it. */
export interface Picture {
  readonly tables: ReadonlyMap<string, TableVersion>;
  readonly outbox: Outbox;
  readonly runs: RunHistory;
}

export function emptyPicture(): Picture {
  return { tables: new Map(), outbox: new Outbox(), runs: new RunHistory() };
}
