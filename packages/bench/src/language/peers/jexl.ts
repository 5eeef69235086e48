import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** Jexl, evaluated synchronously. */
interface Jexl {
  addFunction(name: string, run: (...values: never[]) => unknown): void;
  compile(source: string): { evalSync(context: object): unknown };
}

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18 && price * quantity > 500 && discount < 0.3",
  "text functions": 'has(lower(name), "ann") || left(lower(name), 2) == "al" || len(name) > 20',
  "date range": "joined >= 15000 && joined < 17000",
  "IF chain": 'age < 18 ? price < 20 : (lower(status) == "open" ? quantity > 10 : (member && price > 50))',
  "IN list": 'lower(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

export const peer: Peer = {
  name: "jexl",
  rows: 10_000,
  open: async (people) => {
    const { default: jexl } = await loadPeer<{ default: Jexl }>("jexl");
    for (const [name, run] of Object.entries(lent)) jexl.addFunction(name, run);
    return (condition) => {
      const compiled = jexl.compile(sources[condition] ?? "");
      return eachPerson(people, (person) => compiled.evalSync(person));
    };
  },
};
