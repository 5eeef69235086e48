/** The store that keeps its rows in memory: `@tablewright/store-memory`. */

export type { MemoryStore } from "./store-of-snapshot.ts";
export { memoryStore, memoryStoreFrom } from "./store-of-snapshot.ts";
