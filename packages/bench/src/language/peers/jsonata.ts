import { loadPeer, type Peer } from "./peer.ts";

/** JSONata, which answers with promises only. */
type Jsonata = (source: string) => { evaluate(input: object): Promise<unknown> };

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18 and price * quantity > 500 and discount < 0.3",
  "text functions":
    '$contains($lowercase(name), "ann") or $substring($lowercase(name), 0, 2) = "al" or $length(name) > 20',
  "date range": "joined >= 15000 and joined < 17000",
  "IF chain":
    'age < 18 ? price < 20 : ($lowercase(status) = "open" ? quantity > 10 : (member and price > 50))',
  "IN list": '$lowercase(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

export const peer: Peer = {
  name: "jsonata",
  rows: 4_000,
  open: async (people) => {
    const { default: jsonata } = await loadPeer<{ default: Jsonata }>("jsonata");
    return (condition) => {
      const compiled = jsonata(sources[condition] ?? "");
      return async () => {
        const matches: number[] = [];
        for (const [position, person] of people.entries()) {
          if ((await compiled.evaluate(person)) === true) matches.push(position);
        }
        return matches;
      };
    };
  },
};
