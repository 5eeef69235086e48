/** What can be wrong and how it is said. */
export { catalogue } from "./catalogue.ts";
export * from "./check-options.ts";
export * from "./diagnose.ts";
export * from "./diagnostic.ts";
export * from "./diagnostic-list.ts";
export type { Hinted } from "./expression-catalogue.ts";
export { type Instead, inQuotes, writeInstead } from "./sentence.ts";
export * from "./suggest.ts";
