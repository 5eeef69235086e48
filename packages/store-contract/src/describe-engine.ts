import { describe } from "vitest";
import { describeAdd } from "./engine/describe-add.ts";
import { describeCalls } from "./engine/describe-calls.ts";
import { describeCascades } from "./engine/describe-cascades.ts";
import { describeChanges } from "./engine/describe-changes.ts";
import { describeDelete } from "./engine/describe-delete.ts";
import { describeDuplicates } from "./engine/describe-duplicates.ts";
import { describeEdit } from "./engine/describe-edit.ts";
import { describeFaults } from "./engine/describe-faults.ts";
import { describeFind } from "./engine/describe-find.ts";
import { describeGathering } from "./engine/describe-gathering.ts";
import { describeHiddenRows } from "./engine/describe-hidden-rows.ts";
import { describeRelated } from "./engine/describe-related.ts";
import { describeRules } from "./engine/describe-rules.ts";
import { describeSecurity } from "./engine/describe-security.ts";
import { describeSlices } from "./engine/describe-slices.ts";
import type { MakeStore } from "./store-under-test.ts";

/** Registers the tests of the record engine over a store: the answers are the same on every store. */
export function describeEngine(name: string, make: MakeStore): void {
  describe(`engine over ${name}`, { timeout: 60_000 }, () => {
    describeAdd(make);
    describeEdit(make);
    describeDelete(make);
    describeFind(make);
    describeCalls(make);
    describeSecurity(make);
    describeHiddenRows(make);
    describeSlices(make);
    describeGathering(make);
    describeChanges(make);
    describeCascades(make);
    describeDuplicates(make);
    describeRelated(make);
    describeRules(make);
    describeFaults(make);
  });
}
