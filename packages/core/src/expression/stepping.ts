/** How expressions are evaluated with pauses: for the engine and the stores, and no part of the language alone. */
export { orderInSteps } from "./evaluate/order-in-steps.ts";
export { evaluateInSteps, RowEvaluation, UNFINISHED } from "./evaluate/row-evaluation.ts";
export { runsInSteps } from "./evaluate/steps/runs-in-steps.ts";
