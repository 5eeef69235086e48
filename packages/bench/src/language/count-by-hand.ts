import type { Person } from "./people.ts";

/** The reference of everything: a loop of its own, into which the one predicate that a process ever gives it is inlined. */
export function countByHand(people: readonly Person[], byHand: (person: Person) => boolean): number {
  let count = 0;
  for (const person of people) if (byHand(person)) count++;
  return count;
}
