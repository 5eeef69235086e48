import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { type CheckedExpression, conjunctsOf, mayFail, readsOf } from "../../expression/parts.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/row-change.ts";
import type { ScheduledRule } from "../engine-tables/schedules-table.ts";
import { tryRule } from "../rules/match-changes.ts";
import { inParts } from "../visibility/in-parts.ts";

/**
 * The rows that a schedule is for, each as a change that has changed nothing: those of its table or slice that meet its
 * condition, in stored order; where it runs once, the first of them.
 */
export async function rowsDue(
  call: Call,
  transaction: RowReader,
  rule: ScheduledRule,
  limit: number,
): Promise<Outcome<readonly RowChange[]>> {
  const due: RowChange[] = [];
  const { batches } = await transaction.find({
    table: rule.table.name,
    conditions: conditionsToAsk(call, rule),
    order: [],
    context: call.request,
  });
  let position = 0;
  for await (const rows of inParts(batches)) {
    const candidates = rows.map((row: Row) => ({
      table: rule.table,
      before: row,
      after: row,
      position: ++position,
    }));
    const { output: matches, diagnostics } = await tryRule(call, transaction, rule, candidates);
    if (matches === undefined) return { output: undefined, diagnostics };
    for (const { change, isMet } of matches) if (isMet) due.push(change);
    if (rule.schedule.once && due.length > 0) return { output: due.slice(0, 1), diagnostics: [] };
    if (due.length > limit) return tooMany(limit);
  }
  return { output: due, diagnostics: [] };
}

/**
 * What a store may decide alone: the conditions before the first that may fail on some row, and none where they are observed.
 * All are tried on its rows again.
 */
function conditionsToAsk(
  { request, observations }: Call,
  { slice, condition }: ScheduledRule,
): readonly CheckedExpression[] {
  if (observations !== undefined) return [];
  const all = [slice?.filter, condition].flatMap((one) => (one === undefined ? [] : conjunctsOf(one)));
  const end = all.findIndex((one) => mayFail(one, request) || readsOf(one).before.cells.size > 0);
  return end < 0 ? all : all.slice(0, end);
}

function tooMany(limit: number): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnose("limit/scheduled-rows", { limit })] };
}
