import { eachPerson, lent, loadPeer, type Peer } from "./peer.ts";

/** JSON Logic, interpreted; its `build`, which generates code, is another matter. */
interface Engine {
  addMethod(name: string, method: (values: never) => unknown, options?: object): void;
  run(logic: object, data: object): unknown;
}

const read = (name: string) => ({ var: name });
const lower = (name: string) => ({ lower: [read(name)] });

const rules: Readonly<Record<string, object>> = {
  arithmetic: {
    and: [
      { ">=": [read("age"), 18] },
      { ">": [{ "*": [read("price"), read("quantity")] }, 500] },
      { "<": [read("discount"), 0.3] },
    ],
  },
  "text functions": {
    or: [
      { in: ["ann", lower("name")] },
      { "==": [{ substr: [lower("name"), 0, 2] }, "al"] },
      { ">": [{ len: [read("name")] }, 20] },
    ],
  },
  "date range": { and: [{ ">=": [read("joined"), 15_000] }, { "<": [read("joined"), 17_000] }] },
  "IF chain": {
    if: [
      { "<": [read("age"), 18] },
      { "<": [read("price"), 20] },
      { "==": [lower("status"), "open"] },
      { ">": [read("quantity"), 10] },
      { and: [read("member"), { ">": [read("price"), 50] }] },
    ],
  },
  "IN list": { in: [lower("city"), ["oslo", "lima", "porto", "kyoto", "москва"]] },
};

export const peer: Peer = {
  name: "json-logic-engine run",
  rows: 100_000,
  open: async (people) => {
    const { LogicEngine } = await loadPeer<{ LogicEngine: new () => Engine }>("json-logic-engine");
    const engine = new LogicEngine();
    engine.addMethod("lower", ([text]: readonly [string]) => lent.lower(text), {
      deterministic: true,
      sync: true,
    });
    engine.addMethod("len", ([text]: readonly [string]) => lent.len(text), {
      deterministic: true,
      sync: true,
    });
    return (condition) => eachPerson(people, (person) => engine.run(rules[condition] ?? {}, person));
  },
};
