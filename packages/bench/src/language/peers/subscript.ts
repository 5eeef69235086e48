import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** subscript in its larger dialect, which has the conditional operator. */
const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18 && price * quantity > 500 && discount < 0.3",
  "text functions": 'has(lower(name), "ann") || left(lower(name), 2) == "al" || len(name) > 20',
  "date range": "joined >= 15000 && joined < 17000",
  "IF chain": 'age < 18 ? price < 20 : lower(status) == "open" ? quantity > 10 : member && price > 50',
  "IN list": "cities.includes(lower(city))",
  product: "price * quantity > 500",
  "three comparisons": "age >= 18 && quantity < 50 && discount < 0.3",
  CONTAINS: 'has(lower(name), "ann")',
  "ISO date": 'joinedOn >= "2016-07-18"',
};

const cities = ["oslo", "lima", "porto", "kyoto", "москва"];

export const peer: Peer = {
  name: "subscript",
  rows: 100_000,
  isFurther: true,
  open: async (people) => {
    const { default: compile } = await loadPeer<{ default: (source: string) => (scope: object) => unknown }>(
      "subscript/justin",
    );
    const scopes = people.map((person) => ({ ...person, ...lent, cities }));
    return (condition) => eachPerson(scopes, compile(sources[condition] ?? ""));
  },
};
