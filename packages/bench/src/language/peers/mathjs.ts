import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** The expression parser of mathjs, with lent text functions. */
interface MathJs {
  create(all: unknown): {
    import(functions: object): void;
    compile(source: string): { evaluate(scope: object): unknown };
  };
  readonly all: unknown;
}

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18 and price * quantity > 500 and discount < 0.3",
  "text functions": 'has(lower(name), "ann") or equalText(left(lower(name), 2), "al") or len(name) > 20',
  "date range": "joined >= 15000 and joined < 17000",
  "IF chain":
    'age < 18 ? price < 20 : (equalText(lower(status), "open") ? quantity > 10 : (member and price > 50))',
  "IN list": 'isOneOf(lower(city), "oslo", "lima", "porto", "kyoto", "москва")',
};

export const peer: Peer = {
  name: "mathjs",
  rows: 10_000,
  open: async (people) => {
    const { create, all } = await loadPeer<MathJs>("mathjs");
    const math = create(all);
    math.import({ ...lent, isOneOf: (text: string, ...texts: readonly string[]) => texts.includes(text) });
    return (condition) => {
      const compiled = math.compile(sources[condition] ?? "");
      return eachPerson(people, (person) => compiled.evaluate({ ...person }));
    };
  },
};
