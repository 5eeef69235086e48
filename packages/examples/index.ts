/** What tests of other packages use of the examples: their files, their figures, and an engine filled with their rows. */
export { describeFigures, describeWholeRows } from "./describe-expected.ts";
export { type ExampleFiles, type ExampleName, exampleFiles } from "./example-files.ts";
export { fillEngine } from "./fill-engine.ts";
