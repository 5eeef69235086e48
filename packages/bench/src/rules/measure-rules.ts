import { loadRules, type Rules } from "@tablewright/core/rules";
import { expectSame, medianTime } from "../compare-speed.ts";
import type { Figure, Measure } from "../figure.ts";
import { loadPeer } from "../language/peers.ts";
import {
  jsonRules,
  makeRuleSet,
  makeTable,
  type PlacedOrder,
  rulePeersFolder,
  tablewrightRules,
  zenTable,
} from "./rule-sets.ts";

/** Decisions on one order after the other: `rules/100` against the peers, `table/1000` without peers. Times are per decision. */
export const measureRules: Measure = async ({ duration, of = "" }) => {
  const [kind = "", count = ""] = of.split("/");
  return kind === "rules"
    ? measureWithPeers(Number(count), duration)
    : [await measureTable(Number(count), duration)];
};

interface JsonRulesEngine {
  readonly Engine: new (
    rules: readonly object[],
  ) => {
    run(facts: object): Promise<{ readonly events: readonly { readonly type: string }[] }>;
  };
}

export interface Zen {
  readonly ZenEngine: new () => {
    createDecision(content: object): { evaluate(facts: object): Promise<{ readonly result: unknown }> };
  };
}

async function measureWithPeers(count: number, duration: number): Promise<readonly Figure[]> {
  const set = makeRuleSet(count);
  const rules = loaded(tablewrightRules(set));
  const { Engine } = await loadPeer<JsonRulesEngine>("json-rules-engine", rulePeersFolder);
  const { ZenEngine } = await loadPeer<Zen>("@gorules/zen-engine", rulePeersFolder);
  const engine = new Engine(jsonRules(set));
  const decision = new ZenEngine().createDecision(zenTable(set));
  const runs = {
    "json-rules-engine": async (order: PlacedOrder) =>
      (await engine.run(order)).events.map(({ type }) => Number(type)).sort((left, right) => left - right),
    zen: async (order: PlacedOrder) => {
      const { result } = await decision.evaluate(order);
      return Array.isArray(result) ? result.map(({ hit }) => hit as number) : [];
    },
  };
  for (const order of set.orders.slice(0, 16))
    expectSame({
      Tablewright: rules.decide(order).outputs.Hits,
      "json-rules-engine": await runs["json-rules-engine"](order),
      zen: await runs.zen(order),
    });
  const own = await timePerDecision(rules, set.orders, duration);
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(runs)) {
    let next = 0;
    const time = await medianTime(() => run(set.orders[next++ % set.orders.length] as PlacedOrder), duration);
    figures.push({ name: `${count} rules, ${name}`, ratio: time / own, milliseconds: [own, time] });
  }
  return figures;
}

async function measureTable(count: number, duration: number): Promise<Figure> {
  const { definition, facts } = makeTable(count);
  const rules = loaded(definition);
  const time = await timePerDecision(rules, facts, duration);
  return { name: `a table of ${count} rows × 8 inputs`, ratio: time * 1_000, milliseconds: [time, time] };
}

async function timePerDecision(rules: Rules, list: readonly object[], duration: number): Promise<number> {
  const time = await medianTime(() => {
    for (const facts of list) rules.decide(facts as never);
  }, duration);
  return time / list.length;
}

function loaded(definition: string): Rules {
  const { output, diagnostics } = loadRules(definition);
  if (output === undefined) throw new Error(diagnostics[0]?.message);
  return output;
}
