import type { QueryClient } from "@tanstack/react-query";

/**
 * Reads again what a change may have touched. Reading that is under way may have begun before the change: it is ended first,
 * because its answer would be taken for a new one.
 */
export async function readAgain(queries: QueryClient, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    await queries.cancelQueries({ queryKey: [kind] });
    await queries.invalidateQueries({ queryKey: [kind] });
  }
}
