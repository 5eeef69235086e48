import type { KeyTurns } from "../../turns/key-turns.ts";

/**
 * What the calls of each person have together, as those of a key do. Of at most so many people is an account kept: the one who
 * came first and has no call under way is forgotten for a new one.
 */
export function personTurns(newTurns: () => KeyTurns, most = MOST_PEOPLE): (email: string) => KeyTurns {
  const byPerson = new Map<string, KeyTurns>();
  return (email) => {
    const person = email.toLowerCase();
    const existing = byPerson.get(person);
    if (existing !== undefined) return existing;
    if (byPerson.size >= most) forgetOne(byPerson);
    const turns = newTurns();
    byPerson.set(person, turns);
    return turns;
  };
}

function forgetOne(byPerson: Map<string, KeyTurns>): void {
  for (const [person, { limiter }] of byPerson) {
    if (limiter.inside > 0) continue;
    byPerson.delete(person);
    return;
  }
}

/** People who are signed in at about the same time. */
export const MOST_PEOPLE = 10_000;
