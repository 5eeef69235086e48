import { describe } from "vitest";
import { describeActions } from "./engine/describe-actions.ts";
import { describeAdd } from "./engine/describe-add.ts";
import { describeAsOf } from "./engine/describe-as-of.ts";
import { describeAutoNumbers } from "./engine/describe-auto-numbers.ts";
import { describeBatch } from "./engine/describe-batch.ts";
import { describeBatchLoading } from "./engine/describe-batch-loading.ts";
import { describeBatchModel } from "./engine/describe-batch-model.ts";
import { describeBlocks } from "./engine/describe-blocks.ts";
import { describeBrokenTexts } from "./engine/describe-broken-texts.ts";
import { describeCalls } from "./engine/describe-calls.ts";
import { describeCascades } from "./engine/describe-cascades.ts";
import { describeChanges } from "./engine/describe-changes.ts";
import { describeColumnTypes } from "./engine/describe-column-types.ts";
import { describeCompositeRefs } from "./engine/describe-composite-refs.ts";
import { describeCosts, describeErrorsOfAnyNumber } from "./engine/describe-costs.ts";
import { describeCutOffLoads } from "./engine/describe-cut-off-loads.ts";
import { describeDecisions } from "./engine/describe-decisions.ts";
import { describeDuplicates } from "./engine/describe-duplicates.ts";
import { describeEmails } from "./engine/describe-emails.ts";
import { describeEmbedding } from "./engine/describe-embedding.ts";
import { describeEngineTable } from "./engine/describe-engine-table.ts";
import { describeEventOrder } from "./engine/describe-event-order.ts";
import { describeExpand } from "./engine/describe-expand.ts";
import { describeFailures } from "./engine/describe-failures.ts";
import { describeFence } from "./engine/describe-fence.ts";
import { describeFind } from "./engine/describe-find.ts";
import { describeFindPlans } from "./engine/describe-find-plans.ts";
import { describeForms } from "./engine/describe-forms.ts";
import { describeGrowingTexts } from "./engine/describe-growing-texts.ts";
import { describeHiddenRows } from "./engine/describe-hidden-rows.ts";
import { describeHistory } from "./engine/describe-history.ts";
import { describeHostDecisions } from "./engine/describe-host-decisions.ts";
import { describeHostFunctions } from "./engine/describe-host-functions.ts";
import { describeHostileSelectors } from "./engine/describe-hostile-selectors.ts";
import { describeIdempotency } from "./engine/describe-idempotency.ts";
import { describeIdentity } from "./engine/describe-identity.ts";
import { describeJournal } from "./engine/describe-journal.ts";
import { describeJson } from "./engine/describe-json.ts";
import { describeKeptParts } from "./engine/describe-kept-parts.ts";
import { describeLoading } from "./engine/describe-loading.ts";
import { describeManyFound } from "./engine/describe-many-found.ts";
import { describeNameable } from "./engine/describe-nameable.ts";
import { describeNormalForm } from "./engine/describe-normal-form.ts";
import { describeObjectConditions } from "./engine/describe-object-conditions.ts";
import { describeObjects } from "./engine/describe-objects.ts";
import { describeOnDelete } from "./engine/describe-on-delete.ts";
import { describeOperationsModel } from "./engine/describe-operations-model.ts";
import { describePages } from "./engine/describe-pages.ts";
import { describePartRights } from "./engine/describe-part-rights.ts";
import { describePauses } from "./engine/describe-pauses.ts";
import { describeReferences } from "./engine/describe-references.ts";
import { describeRelated } from "./engine/describe-related.ts";
import { describeRepeats } from "./engine/describe-repeats.ts";
import { describeRules } from "./engine/describe-rules.ts";
import { describeRunReasons } from "./engine/describe-run-reasons.ts";
import { describeSchedules } from "./engine/describe-schedules.ts";
import { describeSecurity } from "./engine/describe-security.ts";
import { describeSlices } from "./engine/describe-slices.ts";
import { describeStamps } from "./engine/describe-stamps.ts";
import { describeSummaries } from "./engine/describe-summaries.ts";
import { describeTemporalKeys } from "./engine/describe-temporal-keys.ts";
import { describeTimeZones } from "./engine/describe-time-zones.ts";
import { describeTrimming } from "./engine/describe-trimming.ts";
import { describeUndo } from "./engine/describe-undo.ts";
import { describeVersions } from "./engine/describe-versions.ts";
import { describeWebhooks } from "./engine/describe-webhooks.ts";
import { describeWhy } from "./engine/describe-why.ts";
import { describeWorkflow } from "./engine/describe-workflow.ts";
import type { MakeStore } from "./store-under-test.ts";

/**
 * Registers the tests of the record engine over a store: the answers are the same on every store. `effort` is the share
 * of the random runs to make, for a store on which opening a fresh one takes long; without `isWhole` those tests alone are
 * made whose answers depend on how a store reads and writes. `joinsTexts` is whether the store itself compares texts that it
 * has joined, `readsObjects` whether it compares fields of objects, and finds rows by those with an index.
 */
export function describeEngine(
  name: string,
  make: MakeStore,
  { effort = 1, isWhole = true, joinsTexts = true, readsObjects = true } = {},
): void {
  describe(`engine over ${name}`, { timeout: 180_000 }, () => {
    describeEngineTable(make, effort);
    describeAdd(make);
    describeBrokenTexts(make);
    describeNormalForm(make, effort);
    describeFind(make);
    describeFindPlans(make, effort);
    describePages(make);
    describeExpand(make);
    describeManyFound(make);
    describeObjects(make);
    describeJson(make);
    describeDecisions(make, effort);
    describeObjectConditions(make, readsObjects);
    describeHostFunctions(make);
    describeHostDecisions(make);
    describeGrowingTexts(make, joinsTexts);
    describeSecurity(make);
    describeHiddenRows(make, effort);
    describeFence(make);
    describeBatchLoading(make);
    describeBlocks(make);
    describeChanges(make);
    describeAutoNumbers(make);
    describeCompositeRefs(make);
    describeDuplicates(make);
    describeFailures(make);
    describeCosts(make);
    describeKeptParts(make);
    describeLoading(make);
    describeCutOffLoads(make);
    describePauses(make);
    describeRepeats(make);
    describeJournal(make);
    describeIdempotency(make);
    describeBatch(make);
    describeReferences(make);
    describeBatchModel(make, effort);
    describeEventOrder(make);
    describeOperationsModel(make, effort);
    if (isWhole) describeOthers(make);
  });
}

function describeOthers(make: MakeStore): void {
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
  describeTimeZones(make);
  describeTrimming(make);
  describeSummaries(make);
  describeVersions(make);
  describeForms(make);
  describeStamps(make);
  describeEmbedding(make);
}
