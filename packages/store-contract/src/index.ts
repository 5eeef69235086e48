/** The tests every store must pass, and the store that fails on purpose: `@tablewright/store-contract`. */
export { conflictingStore } from "./conflicting-store.ts";
export { describeEngine } from "./describe-engine.ts";
export { describeMigrations } from "./describe-migrations.ts";
export { describeStore } from "./describe-store.ts";
export { describeFence } from "./engine/describe-fence.ts";
export { describeHostDecisions } from "./engine/describe-host-decisions.ts";
export { describeHostFunctions } from "./engine/describe-host-functions.ts";
export { describeJson } from "./engine/describe-json.ts";
export { describeObjectConditions } from "./engine/describe-object-conditions.ts";
export { HIDDEN_MARK, HIDDEN_NUMBERS, isOfHiddenCell } from "./engine/fence/hidden-cells.ts";
export { type FailingStore, failingStore } from "./failing-store.ts";
export { InjectedFailure } from "./injected-failure.ts";
export { describeFilling } from "./migrations/describe-filling.ts";
export { describeFormerJournals, type FormerDatabase } from "./migrations/describe-former-journals.ts";
export type { MigratingStore } from "./migrations/migrating-store.ts";
export type { MakeStore, StoreUnderTest } from "./store-under-test.ts";
export { testContext } from "./test-context.ts";
