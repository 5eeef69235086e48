/** The store in one SQLite file: `@tablewright/store-sqlite`. */
export { sqliteStore } from "./sqlite-store.ts";
