/** How tests of every package read a scope and a context, and values as cases write them. */
export { type BoundContext, bindContext } from "../src/expression/context/bind-context.ts";
export { readScope } from "../src/expression/context/read-scope.ts";
export { functions } from "../src/expression/parts.ts";
export { equalValues, readDate, readDateTime, readTime } from "../src/values/index.ts";
