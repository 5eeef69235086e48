/** How an expression is taken apart and shared between evaluations: for the engine, and no part of the language alone. */
export { conjunctsOf } from "./conjuncts-of.ts";
export { ComputedValues } from "./evaluate/computed-values.ts";
export { comparing } from "./evaluate/order-in-steps.ts";
export { TopRows } from "./evaluate/top-rows.ts";
export { formulasIn } from "./formulas-in.ts";
export { isTrueForAll } from "./is-true-for-all.ts";
export { mayFail } from "./may-fail.ts";
export { mayGrowTexts } from "./may-grow-texts.ts";
export { printSource } from "./print-source.ts";
export { type Selection, selectionOf } from "./selection-of.ts";
