import type { RuleRun, StoredRun } from "@tablewright/core/storage";
import type { SqlValue } from "../values/sql-value.ts";
import { readStorableText, writeStorableText } from "../values/storable-text.ts";

/** The values that `RunHistoryStatements.append` takes. */
export function writeRun(run: RuleRun): SqlValue[] {
  const texts = [run.id, run.rule, run.table, run.key].map(writeStorableText);
  return [...texts, run.change, run.outcome, run.depth, run.at, JSON.stringify(run.events)];
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
    outcome: outcome as StoredRun["outcome"],
    depth: Number(depth),
    at: Number(at),
    events: JSON.parse(String(events)) as string[],
  };
}
