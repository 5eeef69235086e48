import { describe } from "vitest";
import type { MakeStore } from "./store-under-test.ts";
import { describeConcurrency } from "./suites/describe-concurrency.ts";
import { describeConditions } from "./suites/describe-conditions.ts";
import { describeGrouping } from "./suites/describe-grouping.ts";
import { describeHistories } from "./suites/describe-histories.ts";
import { describeHostileTexts } from "./suites/describe-hostile-texts.ts";
import { describeInList } from "./suites/describe-in-list.ts";
import { describeKeys } from "./suites/describe-keys.ts";
import { describeLoneInserts } from "./suites/describe-lone-inserts.ts";
import { describeLoneUpdates } from "./suites/describe-lone-updates.ts";
import { describeManyRows } from "./suites/describe-many-rows.ts";
import { describeOperations } from "./suites/describe-operations.ts";
import { describeOrdering } from "./suites/describe-ordering.ts";
import { describePushDown } from "./suites/describe-push-down.ts";
import { describeReadings } from "./suites/describe-readings.ts";
import { describeReopening } from "./suites/describe-reopening.ts";
import { describeRowNumbers } from "./suites/describe-row-numbers.ts";
import { describeSerialisability } from "./suites/describe-serialisability.ts";
import { describeTransactions } from "./suites/describe-transactions.ts";

/**
 * Registers the tests that every store must pass. `make` gives each test a fresh, empty store; `pushed` is the share of
 * conditions that the store itself has to apply, `grouped` that of plans whose rows it has to group. Of a store that is
 * reached by another way, and passes them by the usual one, `isWhole: false` has those that depend on how transactions begin
 * and end.
 */
export function describeStore(
  name: string,
  make: MakeStore,
  { pushed = 0, grouped = 0, isWhole = true } = {},
): void {
  describe(`store contract: ${name}`, { timeout: 180_000 }, () => {
    if (!isWhole) {
      describeOperations(make);
      describeTransactions(make);
      describeConcurrency(make);
      describeLoneInserts(make);
      describeLoneUpdates(make);
      describeReopening(make);
      return;
    }
    describeOperations(make);
    describeKeys(make);
    describeRowNumbers(make);
    describeTransactions(make);
    describeConcurrency(make);
    describeLoneInserts(make);
    describeLoneUpdates(make);
    describeConditions(make);
    describePushDown(make, pushed);
    describeGrouping(make, grouped);
    describeInList(make);
    describeOrdering(make);
    describeHistories(make);
    describeSerialisability(make);
    describeHostileTexts(make);
    describeManyRows(make);
    describeReadings(make);
    describeReopening(make);
  });
}
