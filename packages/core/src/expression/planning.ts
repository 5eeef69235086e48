/** How an expression is taken apart to plan a search: for the engine, and no part of the language alone. */
export { conjunctsOf } from "./conjuncts-of.ts";
export { TopRows } from "./evaluate/top-rows.ts";
export { mayFail } from "./may-fail.ts";
export { printSource } from "./print-source.ts";
export { type Selection, selectionOf } from "./selection-of.ts";
