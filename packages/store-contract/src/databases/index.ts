/** Databases of other programs, and what stores do with them: for the tests of this workspace alone. */

export { describeMomentKeys } from "../sources/describe-moment-keys.ts";
export { describeSources } from "../sources/describe-sources.ts";
export { describeLongRows } from "../suites/describe-long-rows.ts";
export { type SampleDatabase, sampleDatabases } from "./sample-databases.ts";
