import { loadPeer, type Peer } from "./peer.ts";

/** arquero: a table held by columns, filtered by JavaScript that it generates. */
interface Arquero {
  from(rows: readonly object[]): { filter(criteria: string): { indices(): ArrayLike<number> } };
}

const criteria: Readonly<Record<string, string>> = {
  arithmetic: "d => d.age >= 18 && d.price * d.quantity > 500 && d.discount < 0.3",
  "text functions":
    'd => op.includes(op.lower(d.name), "ann") || op.startswith(op.lower(d.name), "al") || op.length(d.name) > 20',
  "date range": "d => d.joined >= 15000 && d.joined < 17000",
  "IF chain":
    'd => d.age < 18 ? d.price < 20 : op.lower(d.status) == "open" ? d.quantity > 10 : d.member && d.price > 50',
  "IN list": 'd => op.includes(["oslo", "lima", "porto", "kyoto", "москва"], op.lower(d.city))',
};

export const peer: Peer = {
  name: "arquero (generates code)",
  rows: 100_000,
  open: async (people) => {
    const { from } = await loadPeer<Arquero>("arquero");
    const table = from(people);
    return (condition) => () => Array.from(table.filter(criteria[condition] ?? "").indices());
  },
};
