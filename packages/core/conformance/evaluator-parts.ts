/** What differential tests of stores need of the evaluator beyond its front door. */

export { valueFamilyOf } from "../src/expression/tree/type.ts";
export { compareValues } from "../src/values/index.ts";
export { bindContext, readScope } from "./read-context.ts";
