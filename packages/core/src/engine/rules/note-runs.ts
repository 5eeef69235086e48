import type { RuleDefinition } from "../../schema/index.ts";
import type { RuleRun } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { causeOf, imageOf, type RowChange } from "../calls/row-change.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import type { RuleMatch } from "./rule-match.ts";
import { tellsOfRun } from "./tells-of-run.ts";

interface Noted extends Pick<RuleRun, "outcome" | "depth"> {
  readonly events: ReadonlyMap<RowChange, readonly string[]>;
}

/** Puts into the run history what came of a rule on these changes, one entry for each that the application asks for. */
export async function noteRuns(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  matches: readonly RuleMatch[],
  { outcome, depth, events }: Noted,
): Promise<void> {
  const noted = matches.filter(({ isMet }) => tellsOfRun(call, isMet ? outcome : "NotMet"));
  if (noted.length === 0) return;
  const { newId, startedAt } = call;
  const { name, table } = rule;
  await transaction.appendRuns(
    noted.map(({ change, isMet, reason }) => ({
      id: newId(),
      rule: name,
      table: table.name,
      key: writeKey(table, keyOfRow(table, imageOf(change))),
      change: causeOf(rule, change),
      outcome: isMet ? outcome : "NotMet",
      ...(reason === undefined ? {} : { reason }),
      depth,
      at: startedAt,
      events: events.get(change) ?? [],
    })),
  );
}
