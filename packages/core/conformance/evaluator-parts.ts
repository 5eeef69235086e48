/** What differential tests of stores need of the evaluator beyond its front door. */
export { bindContext } from "../src/expression/context/bind-context.ts";
export { readScope } from "../src/expression/context/read-scope.ts";
export { valueFamilyOf } from "../src/expression/tree/type.ts";
export { compareValues } from "../src/values/index.ts";
