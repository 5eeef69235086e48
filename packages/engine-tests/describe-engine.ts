import type { MakeStore } from "@tablewright/store-contract";
import { describe } from "vitest";
import { describeActions } from "./suites/describe-actions.ts";
import { describeAdd } from "./suites/describe-add.ts";
import { describeAsOf } from "./suites/describe-as-of.ts";
import { describeAutoNumbers } from "./suites/describe-auto-numbers.ts";
import { describeBacktest } from "./suites/describe-backtest.ts";
import { describeBatch } from "./suites/describe-batch.ts";
import { describeBatchLoading } from "./suites/describe-batch-loading.ts";
import { describeBatchModel } from "./suites/describe-batch-model.ts";
import { describeBlocks } from "./suites/describe-blocks.ts";
import { describeBrokenTexts } from "./suites/describe-broken-texts.ts";
import { describeCalls } from "./suites/describe-calls.ts";
import { describeCascades } from "./suites/describe-cascades.ts";
import { describeChanges } from "./suites/describe-changes.ts";
import { describeColumnTypes } from "./suites/describe-column-types.ts";
import { describeColumnsByRole } from "./suites/describe-columns-by-role.ts";
import { describeCompareRows } from "./suites/describe-compare-rows.ts";
import { describeCompositeRefs } from "./suites/describe-composite-refs.ts";
import { describeCosts, describeErrorsOfAnyNumber } from "./suites/describe-costs.ts";
import { describeCutOffLoads } from "./suites/describe-cut-off-loads.ts";
import { describeDecisions } from "./suites/describe-decisions.ts";
import { describeDuplicates } from "./suites/describe-duplicates.ts";
import { describeEmails } from "./suites/describe-emails.ts";
import { describeEmbedding } from "./suites/describe-embedding.ts";
import { describeEngineTable } from "./suites/describe-engine-table.ts";
import { describeEventOrder } from "./suites/describe-event-order.ts";
import { describeExpand } from "./suites/describe-expand.ts";
import { describeFailures } from "./suites/describe-failures.ts";
import { describeFence } from "./suites/describe-fence.ts";
import { describeFind } from "./suites/describe-find.ts";
import { describeFindPlans } from "./suites/describe-find-plans.ts";
import { describeForms } from "./suites/describe-forms.ts";
import { describeGrowingTexts } from "./suites/describe-growing-texts.ts";
import { describeHiddenCells } from "./suites/describe-hidden-cells.ts";
import { describeHiddenRows } from "./suites/describe-hidden-rows.ts";
import { describeHistory } from "./suites/describe-history.ts";
import { describeHostDecisions } from "./suites/describe-host-decisions.ts";
import { describeHostFunctions } from "./suites/describe-host-functions.ts";
import { describeHostileSelectors } from "./suites/describe-hostile-selectors.ts";
import { describeIdempotency } from "./suites/describe-idempotency.ts";
import { describeIdentity } from "./suites/describe-identity.ts";
import { describeJournal } from "./suites/describe-journal.ts";
import { describeJson } from "./suites/describe-json.ts";
import { describeKeptParts } from "./suites/describe-kept-parts.ts";
import { describeLive } from "./suites/describe-live.ts";
import { describeLoading } from "./suites/describe-loading.ts";
import { describeManyFound } from "./suites/describe-many-found.ts";
import { describeNameable } from "./suites/describe-nameable.ts";
import { describeNormalForm } from "./suites/describe-normal-form.ts";
import { describeObjectConditions } from "./suites/describe-object-conditions.ts";
import { describeObjects } from "./suites/describe-objects.ts";
import { describeOnDelete } from "./suites/describe-on-delete.ts";
import { describeOperationsModel } from "./suites/describe-operations-model.ts";
import { describeOutbox } from "./suites/describe-outbox.ts";
import { describeOutboxHistories } from "./suites/describe-outbox-histories.ts";
import { describePages } from "./suites/describe-pages.ts";
import { describePartRights } from "./suites/describe-part-rights.ts";
import { describePauses } from "./suites/describe-pauses.ts";
import { describeReferences } from "./suites/describe-references.ts";
import { describeRelated } from "./suites/describe-related.ts";
import { describeRepeats } from "./suites/describe-repeats.ts";
import { describeRules } from "./suites/describe-rules.ts";
import { describeRunReasons } from "./suites/describe-run-reasons.ts";
import { describeSchedules } from "./suites/describe-schedules.ts";
import { describeSecurity } from "./suites/describe-security.ts";
import { describeSlices } from "./suites/describe-slices.ts";
import { describeStamps } from "./suites/describe-stamps.ts";
import { describeSummaries } from "./suites/describe-summaries.ts";
import { describeTemporalKeys } from "./suites/describe-temporal-keys.ts";
import { describeTimeZones } from "./suites/describe-time-zones.ts";
import { describeTracedCells } from "./suites/describe-traced-cells.ts";
import { describeTrimming } from "./suites/describe-trimming.ts";
import { describeUndo } from "./suites/describe-undo.ts";
import { describeVersions } from "./suites/describe-versions.ts";
import { describeWebhooks } from "./suites/describe-webhooks.ts";
import { describeWhy } from "./suites/describe-why.ts";
import { describeWorkflow } from "./suites/describe-workflow.ts";
import type { MakeFencedStore } from "./suites/fence/hidden-cells.ts";

/**
 * Registers the tests of the record engine over a store: the answers are the same on every store. `effort` is the share
 * of the random runs to make, for a store on which opening a fresh one takes long; without `isWhole` those tests only are
 * made whose answers depend on how a store reads and writes, and random calls of the others. `joinsTexts` is whether the store
 * itself compares texts that it has joined, `readsObjects` whether it compares fields of objects, and finds rows by those with an index.
 */
export function describeEngine(
  name: string,
  make: MakeFencedStore,
  { effort = 1, isWhole = true, joinsTexts = true, readsObjects = true } = {},
): void {
  describe(`engine over ${name}`, { timeout: 180_000 }, () => {
    // What the engine does, from top to bottom: a line a case, and random lives against a model.
    describeEngineTable(make, effort);
    describeOperationsModel(make, effort);
    describeBatchModel(make, effort);
    // What a store reads, and in which form it keeps values.
    describeFind(make);
    describeFindPlans(make, effort);
    describeManyFound(make);
    describeBrokenTexts(make);
    describeNormalForm(make, effort);
    describeGrowingTexts(make, joinsTexts);
    describeObjects(make);
    describeObjectConditions(make, readsObjects);
    describeJson(make);
    describeCompositeRefs(make);
    // Rows that filters hide.
    describeSecurity(make);
    describeHiddenRows(make, effort);
    describeLive(make, effort);
    describeFence(make);
    describeColumnsByRole(make);
    describeTracedCells(make);
    describeHiddenCells(make, effort);
    // Transactions, and the engine's own tables.
    describeFailures(make);
    describeRepeats(make);
    describeCutOffLoads(make);
    describeAutoNumbers(make);
    describeJournal(make);
    describeCompareRows(make);
    describeOutbox(make);
    describeOutboxHistories(make);
    describeEventOrder(make);
    if (isWhole) describeOthers(make, effort);
  });
}

/** Whose answers no store decides. */
function describeOthers(make: MakeStore, effort: number): void {
  describeAdd(make);
  describePages(make);
  describeExpand(make);
  describeDecisions(make, effort);
  describeHostFunctions(make);
  describeHostDecisions(make);
  describeBatchLoading(make);
  describeBlocks(make);
  describeChanges(make);
  describeDuplicates(make);
  describeCosts(make);
  describeKeptParts(make);
  describeLoading(make);
  describePauses(make);
  describeIdempotency(make);
  describeBatch(make);
  describeReferences(make);
  describeErrorsOfAnyNumber(make);
  describeColumnTypes(make);
  describeHostileSelectors(make);
  describeCalls(make);
  describeIdentity(make);
  describeNameable(make);
  describeSlices(make);
  describeCascades(make);
  describeOnDelete(make);
  describePartRights(make);
  describeRelated(make);
  describeRules(make);
  describeActions(make);
  describeWorkflow(make);
  describeRunReasons(make);
  describeWebhooks(make);
  describeWhy(make);
  describeEmails(make);
  describeSchedules(make);
  describeHistory(make);
  describeAsOf(make);
  describeTemporalKeys(make);
  describeUndo(make);
  describeBacktest(make, effort);
  describeTimeZones(make);
  describeTrimming(make);
  describeSummaries(make);
  describeVersions(make);
  describeForms(make);
  describeStamps(make);
  describeEmbedding(make);
}
