/** How many, as a database takes it: none below zero, and as many as can be counted for more than that. */
export function limitValue(limit: number): number {
  return Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER);
}
