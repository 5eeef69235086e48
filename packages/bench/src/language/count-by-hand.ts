/** The reference of everything: a loop of its own, into which the one predicate that a process ever gives it is inlined. */
export function countByHand<P>(people: readonly P[], byHand: (person: P) => boolean): number {
  let count = 0;
  for (const person of people) if (byHand(person)) count++;
  return count;
}
