/** What tests of this workspace share with the contract: tables, generated conditions, and the plainest way to answer a plan. */
export { expectEqualRows } from "./expect-equal-rows.ts";
export { answerPlan, finishFind } from "./finish-find.ts";
export { insertRows } from "./insert-rows.ts";
export { number, table } from "./migrations/migration-cases.ts";
export { randomRuns } from "./random-runs.ts";
export { readRows, rowsIn } from "./read-rows.ts";
export { withStore } from "./store-under-test.ts";
export { allOf } from "./suites/all-of.ts";
export { groupsOf, mergedGroups } from "./suites/groups-of.ts";
export { joined } from "./suites/joined.ts";
export { textsOf } from "./suites/texts-of.ts";
export { people } from "./tables/small-tables.ts";
