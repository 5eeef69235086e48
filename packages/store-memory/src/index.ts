/** The store that keeps its rows in memory: `@tablewright/store-memory`. */
export { memoryStore } from "./memory-store.ts";
