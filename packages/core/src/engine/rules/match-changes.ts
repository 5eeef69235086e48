import { DiagnosticList, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression, Task } from "../../expression/parts.ts";
import type { RuleDefinition } from "../../schema/index.ts";
import type { RowReader } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import { changeKindOf, imageOf, type RowChange } from "../calls/row-change.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { partNotTrue } from "./part-not-true.ts";
import type { RuleMatch } from "./rule-match.ts";
import { tellsOfRun } from "./tells-of-run.ts";

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
  const { timeSlice } = call.request.meter;
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
      if (tellsOfRun(call, "NotMet")) reason = yield* partNotTrue(call, condition, change);
      break;
    }
    output.push({ change, isMet, ...(reason === undefined ? {} : { reason }) });
    if (timeSlice.isOver) yield;
  }
  const diagnostics = errors.all;
  return { output: hasErrors(diagnostics) ? undefined : output, diagnostics };
}
