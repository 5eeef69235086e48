import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** filtrex: compiled to JavaScript. */
interface Filtrex {
  compileExpression(source: string, options: object): (person: object) => unknown;
}

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18 and price * quantity > 500 and discount < 0.3",
  "text functions": 'has(lower(name), "ann") or left(lower(name), 2) == "al" or len(name) > 20',
  "date range": "joined >= 15000 and joined < 17000",
  "IF chain":
    'if age < 18 then price < 20 else (if lower(status) == "open" then quantity > 10 else (member and price > 50))',
  "IN list": 'lower(city) in ("oslo", "lima", "porto", "kyoto", "москва")',
};

export const peer: Peer = {
  name: "filtrex (generates code)",
  rows: 100_000,
  open: async (people) => {
    const { compileExpression } = await loadPeer<Filtrex>("filtrex");
    return (condition) =>
      eachPerson(people, compileExpression(sources[condition] ?? "", { extraFunctions: lent }));
  },
};
