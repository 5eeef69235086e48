/** Histories of transactions and what is wrong with them, without vitest: for processes that tests of this workspace start. */
export { checkHistory } from "./check-history.ts";
export { type ListTransaction, lists } from "./list-history.ts";
export { makeHistory, makeLists, readLists } from "./make-history.ts";
export { receiptsOver, takeNumbers } from "./take-numbers.ts";
