/** The store in one SQLite file, and what a file of another program holds: `@tablewright/store-sqlite`. */

export type { SqliteOptions } from "./connect.ts";
export { introspectSqlite } from "./introspect/introspect-sqlite.ts";
export { sqliteStore } from "./sqlite-store.ts";
