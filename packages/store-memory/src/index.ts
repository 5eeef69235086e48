/** The store that keeps its rows in memory: `@tablewright/store-memory`. */
export { memoryStore, memoryStoreFrom } from "./memory-store.ts";
export type { MemoryStore } from "./store-of-snapshot.ts";
