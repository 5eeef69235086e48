/** What the engine answers over a store: the tests of this workspace. */
export { describeEngine } from "./describe-engine.ts";
export { describeEngineMigrations } from "./migrations/describe-engine-migrations.ts";
export { describeLiveServers } from "./suites/describe-live.ts";
export {
  HIDDEN_MARK,
  HIDDEN_NUMBERS,
  isOfHiddenCell,
  type MakeFencedStore,
} from "./suites/fence/hidden-cells.ts";
