/** The store that keeps its rows in memory: `@tablewright/store-memory`. */
export { memoryStore } from "./memory-store.ts";
export { memoryStoreFrom } from "./memory-store-from.ts";
export type { MemoryStore } from "./store-of-snapshot.ts";
