/**
 * Calls back once everything that has arrived meanwhile was served. Runtimes without `setImmediate` have a timer of no
 * length, which comes a little later.
 */
export const nextMacrotask: (callback: () => void) => void =
  typeof globalThis.setImmediate === "function"
    ? (callback) => void globalThis.setImmediate(callback)
    : (callback) => void setTimeout(callback, 0);
