/** The store in one SQLite file, and what a file of another program holds: `@tablewright/store-sqlite`. */
export { introspectSqlite } from "./introspect/introspect-sqlite.ts";
export type { SqliteOptions } from "./sqlite-options.ts";
export { sqliteStore } from "./sqlite-store.ts";
