/** What the engine answers over a store: the tests of this workspace. */
export { describeEngine } from "./describe-engine.ts";
export { describeEngineMigrations } from "./migrations/describe-engine-migrations.ts";
export { describeFence } from "./suites/describe-fence.ts";
export { describeJson } from "./suites/describe-json.ts";
export { describeLiveServers } from "./suites/describe-live.ts";
export { describeObjectConditions } from "./suites/describe-object-conditions.ts";
export { describeOutbox } from "./suites/describe-outbox.ts";
export { describeOutboxHistories } from "./suites/describe-outbox-histories.ts";
export {
  HIDDEN_MARK,
  HIDDEN_NUMBERS,
  isOfHiddenCell,
  type MakeFencedStore,
} from "./suites/fence/hidden-cells.ts";
