/** The store that keeps its rows in memory: `@tablewright/store-memory`. */
export { type MemoryStore, memoryStore } from "./memory-store.ts";
export { memoryStoreFrom } from "./memory-store-from.ts";
