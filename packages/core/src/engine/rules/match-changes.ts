import { DiagnosticList, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  conjunctsOf,
  evaluateAsTask,
  printSource,
  type Task,
  tableNamesOf,
} from "../../expression/parts.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { RowReader, RuleRun } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import { type Call, onTable } from "../calls/call.ts";
import {
  type CallTransaction,
  causeOfChange,
  changeKindOf,
  imageOf,
  type RowChange,
  type RuleMatch,
} from "../calls/change-log.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { appendRuns } from "../engine-tables/outbox.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";

/** The changes that a rule is about, of its table and of a kind it names, and whether they meet its slice and condition. */
export async function matchChanges(
  call: Call,
  transaction: RowReader,
  rule: RuleDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly RuleMatch[]>> {
  const candidates = changes.filter(
    (change) => change.table === rule.table && rule.on.has(changeKindOf(change)),
  );
  return candidates.length === 0
    ? { output: [], diagnostics: [] }
    : tryRule(call, transaction, rule, candidates);
}

/** Whether changes of the rule's table meet its slice and condition. */
export async function tryRule(
  call: Call,
  transaction: RowReader,
  rule: RuleDefinition,
  candidates: readonly RowChange[],
): Promise<Outcome<readonly RuleMatch[]>> {
  const own = onTable(call, rule.table);
  const conditions = [rule.slice?.filter, rule.condition].filter((one) => one !== undefined);
  return batchLoad(own, transaction, () => tryConditions(own, conditions, candidates));
}

function* tryConditions(
  call: Call,
  conditions: readonly CheckedExpression[],
  changes: readonly RowChange[],
): Task<Outcome<readonly RuleMatch[]>> {
  const errors = new DiagnosticList();
  const output: RuleMatch[] = [];
  for (const change of changes) {
    let isMet = true;
    let reason: string | undefined;
    for (const condition of conditions) {
      const place = { row: change.position };
      const met = yield* evaluateCell(call, condition, imageOf(change), change.before, place);
      errors.addAll(met.diagnostics);
      isMet = met.output === true;
      if (isMet) continue;
      if (recordsRun(call, "NotMet")) reason = yield* partNotTrue(call, condition, change);
      break;
    }
    output.push({ change, isMet, ...(reason === undefined ? {} : { reason }) });
  }
  const diagnostics = errors.all;
  return { output: hasErrors(diagnostics) ? undefined : output, diagnostics };
}

/** The first part of a condition that is not TRUE on a change, on one line; the whole of one that has no parts. */
function* partNotTrue(
  { app, read: { context } }: Call,
  condition: CheckedExpression,
  change: RowChange,
): Task<string> {
  const parts = conjunctsOf(condition);
  let first = parts[0] ?? condition;
  for (const part of parts) {
    first = part;
    if ((yield* evaluateAsTask(part, imageOf(change), context, change.before)) !== true) break;
  }
  return printSource(first.source, tableNamesOf(app)).slice(0, LONGEST_REASON);
}

/** Characters of a condition that are kept. */
const LONGEST_REASON = 200;

interface Noted extends Pick<RuleRun, "outcome" | "depth"> {
  readonly events: ReadonlyMap<RowChange, readonly string[]>;
}

/** Puts into the run history what came of a rule on these changes, one entry for each that the application asks for. */
export async function recordRuns(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  matches: readonly RuleMatch[],
  { outcome, depth, events }: Noted,
): Promise<void> {
  const noted = matches.filter(({ isMet }) => recordsRun(call, isMet ? outcome : "NotMet"));
  if (noted.length === 0) return;
  const { newId, startedAt } = call;
  const { name, table } = rule;
  await appendRuns(
    transaction,
    noted.map(({ change, isMet, reason }) => ({
      id: newId(),
      rule: name,
      table: table.name,
      key: writeKey(table, keyOfRow(table, imageOf(change))),
      change: causeOfChange(rule, change),
      outcome: isMet ? outcome : "NotMet",
      ...(reason === undefined ? {} : { reason }),
      depth,
      at: startedAt,
      events: events.get(change) ?? [],
    })),
  );
}

/** Whether the run history records a rule that ended so: always of one that could not be run. */
function recordsRun({ app, change: { isSampled } }: Call, outcome: RuleRun["outcome"]): boolean {
  const { tell } = app.runs;
  if (tell === "none") return false;
  if (outcome === "DepthReached" || outcome === "Failed") return true;
  return isSampled && (outcome === "Done" || tell === "all");
}
