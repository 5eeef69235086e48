/** Tables that several write to, and what is wrong with what came of it, without vitest: for processes that tests of this workspace start. */
export { checkHistory } from "./check-history.ts";
export { counters, increment, readCounters, statementsOfWrites } from "./counters.ts";
export { type ListTransaction, lists } from "./list-history.ts";
export { makeHistory, makeLists, readLists } from "./make-history.ts";
