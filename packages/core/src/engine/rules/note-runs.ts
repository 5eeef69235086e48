import type { RuleDefinition } from "../../schema/index.ts";
import type { RuleRun } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";
import { keyOfRow, writeKey } from "../stages/key-from.ts";
import { changeKindOf, imageOf } from "./row-image.ts";

interface Noted extends Pick<RuleRun, "outcome" | "depth"> {
  readonly events: ReadonlyMap<RowChange, readonly string[]>;
}

/** Puts into the run history that a rule met these changes, one entry for each. */
export async function noteRuns(
  { newId, startedAt }: Call,
  transaction: CallTransaction,
  { name, table }: RuleDefinition,
  changes: readonly RowChange[],
  { outcome, depth, events }: Noted,
): Promise<void> {
  await transaction.appendRuns(
    changes.map((change) => ({
      id: newId(),
      rule: name,
      table: table.name,
      key: writeKey(table, keyOfRow(table, imageOf(change))),
      change: changeKindOf(change),
      outcome,
      depth,
      at: startedAt,
      events: events.get(change) ?? [],
    })),
  );
}
