import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** Common Expression Language by Marc Bachmann, with the types of the columns declared. */
interface Environment {
  registerVariable(name: string, type: string): Environment;
  registerFunction(signature: string, run: (text: string) => string): Environment;
  parse(source: string): (context: object) => unknown;
}

const sources: Readonly<Record<string, string>> = {
  arithmetic: "age >= 18.0 && price * quantity > 500.0 && discount < 0.3",
  "text functions": 'lower(name).contains("ann") || lower(name).startsWith("al") || size(name) > 20',
  "date range": 'joinedOn >= "2011-01-26" && joinedOn < "2016-07-18"',
  "IF chain":
    'age < 18.0 ? price < 20.0 : (lower(status) == "open" ? quantity > 10.0 : (member && price > 50.0))',
  "IN list": 'lower(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
  product: "price * quantity > 500.0",
  "three comparisons": "age >= 18.0 && quantity < 50.0 && discount < 0.3",
  CONTAINS: 'lower(name).contains("ann")',
  "ISO date": 'joinedOn >= "2016-07-18"',
};

export const peer: Peer = {
  name: "@marcbachmann/cel-js",
  rows: 100_000,
  isFurther: true,
  open: async (people) => {
    const cel = await loadPeer<{ Environment: new () => Environment }>("@marcbachmann/cel-js");
    let environment = new cel.Environment().registerFunction("lower(string): string", lent.lower);
    for (const name of ["age", "price", "quantity", "discount", "joined"])
      environment = environment.registerVariable(name, "double");
    for (const name of ["name", "city", "status", "joinedOn"])
      environment = environment.registerVariable(name, "string");
    environment = environment.registerVariable("member", "bool");
    return (condition) => eachPerson(people, environment.parse(sources[condition] ?? ""));
  },
};
