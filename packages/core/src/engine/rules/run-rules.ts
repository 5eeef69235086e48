import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import { isNameableRule } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction, RowChange } from "../calls/change-log.ts";
import { matchChanges, recordRuns } from "./match-changes.ts";
import { runSteps } from "./run-steps.ts";

/** How many rules may set off one another before the last of them is not run. */
const DEEPEST_CHAIN = 5;

/** Changes that the same rules, one after the other, led to; none for those of the caller. */
interface Wave {
  readonly chain: readonly RuleDefinition[];
  readonly changes: readonly RowChange[];
}

/** What came of the rules. With any error the transaction is to be given up. */
interface RulesOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether a rule ran, and so may have written. */
  readonly hasRun: boolean;
}

/**
 * Runs the workflow rules for what the transaction has written, and for what they write in turn; none is set off by
 * changes that it led to itself. `chain` are the rules that led to what is written so far.
 */
export async function runRules(
  call: Call,
  transaction: CallTransaction,
  chain: readonly RuleDefinition[] = [],
): Promise<RulesOutcome> {
  const changes = transaction.changes.take(chain.map(({ name }) => name));
  if (changes.length === 0 || call.app.rules.size === 0) return NO_RULES_RAN;
  const quiet = { ...call, change: { ...call.change, isRuleWrite: true } };
  let hasRun = false;
  const waves: Wave[] = [{ chain, changes }];
  for (let wave = waves.shift(); wave !== undefined; wave = waves.shift()) {
    let { changes } = wave;
    for (const rule of call.app.rules.values()) {
      if (wave.chain.includes(rule)) continue;
      const ran = await runRule(quiet, transaction, rule, { ...wave, changes });
      hasRun ||= ran.hasRun;
      if (ran.diagnostics.length > 0) return { diagnostics: ran.diagnostics, hasRun };
      if (rule.table.hit === "first") changes = changes.filter((change) => !ran.met.has(change));
      const chain = [...wave.chain, rule];
      const led = transaction.changes.take(chain.map(({ name }) => name));
      if (led.length > 0) waves.push({ chain, changes: led });
    }
  }
  return { diagnostics: [], hasRun };
}

/** Also where nothing listens to changes. */
export const NO_RULES_RAN: RulesOutcome = { diagnostics: [], hasRun: false };

interface RuleRun extends RulesOutcome {
  readonly met: ReadonlySet<RowChange>;
}

async function runRule(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  { chain, changes }: Wave,
): Promise<RuleRun> {
  const matched = await matchChanges(call, transaction, rule, changes);
  const { output: matches = [] } = matched;
  if (matches.length > 0) call.observations?.tries(rule, matches, chain);
  const met = matches.filter(({ isMet }) => isMet).map(({ change }) => change);
  const refused = (about: readonly RowChange[], errors: readonly Diagnostic[]) => ({
    diagnostics: refuseRule(call, rule, about, errors),
    hasRun: false,
    met: new Set(about),
  });
  if (matched.diagnostics.length > 0) return refused(changes, matched.diagnostics);
  const isTooDeep = chain.length >= DEEPEST_CHAIN && met.length > 0;
  const run =
    isTooDeep || met.length === 0
      ? { events: new Map(), diagnostics: [] }
      : await runSteps(call, transaction, rule, met);
  if (run.diagnostics.length > 0) return refused(met, run.diagnostics);
  if (isTooDeep) logDepthReached(call, rule, chain, met.length);
  await recordRuns(call, transaction, rule, matches, {
    outcome: isTooDeep ? "DepthReached" : "Done",
    depth: chain.length,
    events: run.events,
  });
  return { diagnostics: [], hasRun: met.length > 0, met: new Set(met) };
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

/**
 * The errors of a rule, reported at the row of the request that set it off. What names the rule, or is about the call as a
 * whole, is reported as it is; of a table that the caller may not know of nothing but that.
 */
function refuseRule(
  call: Call,
  rule: RuleDefinition,
  [first]: readonly RowChange[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { name, table } = rule;
  const place = first === undefined ? {} : { row: first.position };
  return diagnostics.map((error) => {
    const { code, message, hint, row } = error;
    if (AS_THEY_ARE.has(code)) return error;
    const at = row === undefined ? place : { row };
    const shown = table === call.table ? (call.slice ?? table) : table;
    if (code === "action/failed" || !isNameableRule(call.caller, rule))
      return diagnose("action/failed", {}, at);
    if (code === "workflow/stopped") return error;
    return diagnose("workflow/refused", { rule: name, table: shown.name, message, hint }, at);
  });
}

const AS_THEY_ARE: ReadonlySet<string> = new Set([
  "limit/errors",
  "limit/events",
  "limit/attachment",
  "limit/template",
  "workflow/dot-segment",
]);
