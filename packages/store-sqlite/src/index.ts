/** The store in one SQLite file: `@tablewright/store-sqlite`. */
export type { SqliteOptions } from "./sqlite-options.ts";
export { sqliteStore } from "./sqlite-store.ts";
