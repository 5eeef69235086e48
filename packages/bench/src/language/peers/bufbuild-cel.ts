import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** Common Expression Language by Buf, planned once and run on each person. */
interface Cel {
  celEnv(options: object): object;
  celFunc(
    name: string,
    parameters: readonly unknown[],
    result: unknown,
    run: (text: string) => string,
  ): object;
  parse(source: string): object;
  plan(environment: object, parsed: object): (context: object) => unknown;
  readonly CelScalar: { readonly STRING: unknown };
}

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18.0 && price * quantity > 500.0 && discount < 0.3",
  "text functions": 'lower(name).contains("ann") || lower(name).startsWith("al") || size(name) > 20',
  "date range": "joined >= 15000.0 && joined < 17000.0",
  "IF chain":
    'age < 18.0 ? price < 20.0 : (lower(status) == "open" ? quantity > 10.0 : (member && price > 50.0))',
  "IN list": 'lower(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

export const peer: Peer = {
  name: "@bufbuild/cel",
  rows: 20_000,
  open: async (people) => {
    const cel = await loadPeer<Cel>("@bufbuild/cel");
    const text = cel.CelScalar.STRING;
    const environment = cel.celEnv({ funcs: [cel.celFunc("lower", [text], text, lent.lower)] });
    return (condition) => eachPerson(people, cel.plan(environment, cel.parse(sources[condition] ?? "")));
  },
};
