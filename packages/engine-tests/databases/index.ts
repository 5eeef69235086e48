/** Databases of other programs, and what stores do with them: for the tests of this workspace alone. */
export { describeExactDigits, longDecimals } from "../sources/describe-exact-digits.ts";
export { describeInstants } from "../sources/describe-instants.ts";
export { describeListColumns } from "../sources/describe-list-columns.ts";
export { describeMomentKeys } from "../sources/describe-moment-keys.ts";
export { describeNumberKeys } from "../sources/describe-number-keys.ts";
export { describeSources } from "../sources/describe-sources.ts";
export { describeTextColumns } from "../sources/describe-text-columns.ts";
export { describeTextKeys } from "../sources/describe-text-keys.ts";
export { describeUnreadableValues } from "../sources/describe-unreadable-values.ts";
export { describeForeignKeys } from "../sources/differential/describe-foreign-keys.ts";
export { describeForeignPlans } from "../sources/differential/describe-foreign-plans.ts";
export { foreignColumn, textColumn } from "../sources/differential/foreign-column.ts";
export { foreignReferences } from "../sources/differential/foreign-references.ts";
export type { ForeignTables } from "../sources/differential/foreign-tables.ts";
export { foreignTexts } from "../sources/differential/foreign-texts.ts";
export { shortDecimals } from "../sources/differential/short-decimals.ts";
export type { SourceDatabase } from "../sources/source-database.ts";
export { type SampleDatabase, sampleDatabases } from "./sample-databases.ts";
