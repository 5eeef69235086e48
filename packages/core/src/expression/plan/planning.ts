/** How an expression is taken apart and shared between evaluations: for the engine, and no part of the language alone. */

export { ComputedValues } from "../evaluate/rows/computed-values.ts";
export { TopRows } from "../evaluate/rows/top-rows.ts";
export { comparing } from "../evaluate/steps/order-in-steps.ts";
export { printSource } from "../syntax/print-source.ts";
export { formulasIn } from "../tree/formulas-in.ts";
export { conjunctsOf } from "./conjuncts-of.ts";
export { isTrueForAll } from "./is-true-for-all.ts";
export { mayFail } from "./may-fail.ts";
export { mayGrowTexts } from "./may-grow-texts.ts";
export { type Selection, selectionOf } from "./selection-of.ts";
