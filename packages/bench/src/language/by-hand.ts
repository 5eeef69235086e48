import type { NamedPerson } from "./people-objects.ts";

type Predicate = (person: NamedPerson) => boolean;

/** The predicate by hand of a condition over row objects. */
export function byHandOver(condition: string): Predicate {
  const predicate = objectsByHand[condition];
  if (predicate === undefined) throw new Error(`"${condition}" has no predicate over row objects.`);
  return predicate;
}

/** The conditions as somebody would write them by hand over row objects without blanks: 1.0 of the documented faces. */
const objectsByHand: Readonly<Record<string, Predicate>> = {
  arithmetic: (person) => person.age >= 18 && person.price * person.quantity > 500 && person.discount < 0.3,
  "text functions": ({ name }) =>
    name.toLowerCase().includes("ann") || name.slice(0, 2).toLowerCase() === "al" || name.length > 20,
  "date range": ({ joinedOn }) => joinedOn >= "2011-01-26" && joinedOn < "2016-07-18",
  "IF chain": (person) => {
    if (person.age < 18) return person.price < 20;
    return person.status.toLowerCase() === "open" ? person.quantity > 10 : person.member && person.price > 50;
  },
  "IN list": ({ city }) => CITIES.has(city.toLowerCase()),
  product: (person) => person.price * person.quantity > 500,
  "three comparisons": (person) => person.age >= 18 && person.quantity < 50 && person.discount < 0.3,
  CONTAINS: ({ name }) => name.toLowerCase().includes("ann"),
  "ISO date": ({ joinedOn }) => joinedOn >= "2016-07-18",
};

const CITIES = new Set(["oslo", "lima", "porto", "kyoto", "москва"]);

/** The reference of everything: a loop of its own, into which the one predicate that a process ever gives it is inlined. */
export function countByHand<P>(people: readonly P[], byHand: (person: P) => boolean): number {
  let count = 0;
  for (const person of people) if (byHand(person)) count++;
  return count;
}
