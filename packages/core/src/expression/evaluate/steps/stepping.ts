/** How expressions are evaluated with pauses: for the engine and the stores, and no part of the language alone. */
export { orderInSteps } from "./order-in-steps.ts";
export { evaluateInSteps, RowEvaluation, UNFINISHED } from "./row-evaluation.ts";
export { runsInSteps } from "./runs-in-steps.ts";
