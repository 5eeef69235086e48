import type { Diagnostic } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import type { RowChange } from "../change-log.ts";
import type { CallTransaction } from "../in-transaction.ts";
import { matchChanges } from "./match-changes.ts";
import { noteRuns } from "./note-runs.ts";
import { refuseRule } from "./refuse-rule.ts";
import { runSteps } from "./run-steps.ts";

/** How many rules may set off one another before the last of them is not run. */
const DEEPEST_CHAIN = 5;

/** Changes that the same rules, one after the other, led to; none for those of the caller. */
interface Wave {
  readonly chain: readonly RuleDefinition[];
  readonly changes: readonly RowChange[];
}

/**
 * Runs the workflow rules for what the transaction has written, and for what they write in turn; none is set off by
 * changes that it led to itself. Answers their mistakes: with any of them the transaction is to be given up.
 */
export async function announceChanges(
  call: Call,
  transaction: CallTransaction,
): Promise<readonly Diagnostic[]> {
  const quiet = { ...call, warnings: [] };
  const waves: Wave[] = [{ chain: [], changes: transaction.changes.take() }];
  for (let wave = waves.shift(); wave !== undefined; wave = waves.shift()) {
    for (const rule of call.app.rules.values()) {
      if (wave.chain.includes(rule)) continue;
      const mistakes = await runRule(quiet, transaction, rule, wave);
      if (mistakes.length > 0) return mistakes;
      const changes = transaction.changes.take();
      if (changes.length > 0) waves.push({ chain: [...wave.chain, rule], changes });
    }
  }
  return [];
}

async function runRule(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  { chain, changes }: Wave,
): Promise<readonly Diagnostic[]> {
  const matched = await matchChanges(call, transaction, rule, changes);
  const { output: met = [], diagnostics } = matched;
  if (diagnostics.length > 0) return refuseRule(call, rule, changes, diagnostics);
  if (met.length === 0) return [];
  const isTooDeep = chain.length >= DEEPEST_CHAIN;
  const run = isTooDeep
    ? { events: new Map(), diagnostics: [] }
    : await runSteps(call, transaction, rule, met);
  if (run.diagnostics.length > 0) return refuseRule(call, rule, met, run.diagnostics);
  if (isTooDeep) logDepthReached(call, rule, chain, met.length);
  await noteRuns(call, transaction, rule, met, {
    outcome: isTooDeep ? "DepthReached" : "Done",
    depth: chain.length,
    events: run.events,
  });
  return [];
}

function logDepthReached(
  { log, app }: Call,
  { name, table }: RuleDefinition,
  chain: readonly RuleDefinition[],
  changes: number,
): void {
  log({
    level: "warning",
    message: "A workflow rule was not run, because too many rules had set off one another.",
    details: {
      app: app.id,
      rule: name,
      table: table.name,
      after: chain.map((rule) => rule.name).join(", "),
      changes,
    },
  });
}
