/** The tests every store must pass, and the store that fails on purpose: `@tablewright/store-contract`. */
export { conflictingStore } from "./conflicting-store.ts";
export { describeMigrations } from "./describe-migrations.ts";
export { describeStore } from "./describe-store.ts";
export { type FailingStore, failingStore } from "./failing-store.ts";
export { InjectedFailure } from "./injected-failure.ts";
export { describeFilling } from "./migrations/describe-filling.ts";
export type { MigratingStore } from "./migrations/migrating-store.ts";
export type { MakeStore, StoreUnderTest } from "./store-under-test.ts";
export { describeLongRows } from "./suites/describe-long-rows.ts";
export { testContext } from "./test-context.ts";
