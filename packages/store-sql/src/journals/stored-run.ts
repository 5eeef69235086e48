import type { RuleRun, StoredRun } from "@tablewright/core/storage";
import type { SqlValue } from "../values/sql-value.ts";
import { readStorableText, writeStorableText } from "../values/storable-text.ts";

/** The values that `RunHistoryStatements.append` takes. */
export function writeRun(run: RuleRun): SqlValue[] {
  const texts = [run.id, run.rule, run.table, run.key].map(writeStorableText);
  return [...texts, run.change, writeOutcome(run), run.depth, run.at, JSON.stringify(run.events)];
}

/** A run as the statements read it. */
export function readRun(read: readonly SqlValue[]): StoredRun {
  const [sequence, id, rule, table, key, change, outcome, depth, at, events] = read;
  return {
    sequence: Number(sequence),
    id: readStorableText(String(id)),
    rule: readStorableText(String(rule)),
    table: readStorableText(String(table)),
    key: readStorableText(String(key)),
    change: change as StoredRun["change"],
    ...readOutcome(String(outcome)),
    depth: Number(depth),
    at: Number(at),
    events: JSON.parse(String(events)) as string[],
  };
}

/** The reason follows the outcome: a column of its own would have to be brought to every database there is. */
function writeOutcome({ outcome, reason }: RuleRun): string {
  return reason === undefined ? outcome : writeStorableText(`${outcome}${REASON}${reason}`);
}

function readOutcome(text: string): Pick<RuleRun, "outcome" | "reason"> {
  const [outcome = text, ...rest] = readStorableText(text).split(REASON);
  const reason = rest.length === 0 ? {} : { reason: rest.join(REASON) };
  return { outcome: outcome as RuleRun["outcome"], ...reason };
}

const REASON = ": ";
