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
import { describeFormsOfJson, describeJson } from "./suites/describe-json.ts";
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
 * The tests to make of a store: those of what each database does by SQL of its own, also those of what is the same for all that
 * are read by SQL, or also those whose answers no store decides.
 */
export type EngineSuites = "of the database" | "of SQL" | "all";

/**
 * Registers the tests of the record engine over a store: the answers are the same on every store. `effort` is the share
 * of the random runs to make, for a store on which opening a fresh one takes long. `joinsTexts` is whether the store itself compares
 * texts that it has joined, `readsObjects` whether it compares fields of objects, and `indexesFields` whether it finds rows by those
 * with an index.
 */
export function describeEngine(
  name: string,
  make: MakeFencedStore,
  {
    effort = 1,
    suites = "all",
    joinsTexts = true,
    readsObjects = true,
    indexesFields = readsObjects,
  }: {
    effort?: number;
    suites?: EngineSuites;
    joinsTexts?: boolean;
    readsObjects?: boolean;
    indexesFields?: boolean;
  } = {},
): void {
  describe(`engine over ${name}`, { timeout: 180_000 }, () => {
    // Random lives against a model; forms of values, what is evaluated behind filters, and events.
    describeOperationsModel(make, effort);
    describeNormalForm(make, effort);
    describeGrowingTexts(make, joinsTexts);
    describeObjectConditions(make, readsObjects, indexesFields);
    describeJson(make, Math.max(effort, 0.25));
    describeFence(make, suites !== "of the database");
    describeOutbox(make);
    describeOutboxHistories(make);
    if (suites !== "of the database") describeSqlStores(make, effort);
    if (suites === "all") describeOthers(make, effort);
  });
}

/** What all stores decide alike that are read by SQL: their contract says that each finds what a plan asks for. */
function describeSqlStores(make: MakeFencedStore, effort: number): void {
  describeEngineTable(make, effort);
  describeBatchModel(make, effort);
  describeFind(make);
  describeFindPlans(make, effort);
  describeManyFound(make);
  describeObjects(make);
  describeCompositeRefs(make);
  describeSecurity(make);
  describeHiddenRows(make, effort);
  describeLive(make, effort);
  describeColumnsByRole(make);
  describeHiddenCells(make, effort);
  describeFailures(make);
  describeCutOffLoads(make);
  describeAutoNumbers(make);
  describeJournal(make);
  describeEventOrder(make);
}

/** Whose answers no store decides. */
function describeOthers(make: MakeFencedStore, effort: number): void {
  describeBrokenTexts(make);
  describeFormsOfJson(make);
  describeTracedCells(make);
  describeRepeats(make);
  describeCompareRows(make);
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
