import { loadRules, type Rules } from "@tablewright/core/rules";
import { expectSame } from "../compare-speed.ts";
import { type Figure, type Measure, medianOf } from "../figure.ts";
import { loadPeer } from "../language/peers/peer.ts";
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
export const measure: Measure = async ({ duration, of = "" }) => {
  const [kind = "", count = ""] = of.split("/");
  return kind === "rules" ? besidePeers(Number(count), duration) : [tableAlone(Number(count), duration)];
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

async function besidePeers(count: number, duration: number): Promise<readonly Figure[]> {
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
  const own = timeOf((order) => rules.decide(order), set.orders, duration);
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(runs)) {
    const time = await timeOfAsync(run, set.orders, duration);
    figures.push({ name: `${count} rules, ${name}`, ratio: time / own, milliseconds: [own, time] });
  }
  return figures;
}

function tableAlone(count: number, duration: number): Figure {
  const { definition, facts } = makeTable(count);
  const rules = loaded(definition);
  const time = timeOf((one) => rules.decide(one), facts, duration);
  return { name: `a table of ${count} rows × 8 inputs`, ratio: time * 1_000, milliseconds: [time, time] };
}

function loaded(definition: string): Rules {
  const { output, diagnostics } = loadRules(definition);
  if (output === undefined) throw new Error(diagnostics[0]?.message);
  return output;
}

/** Milliseconds of one run, the median of samples after as long a time to be optimised. */
function timeOf<T>(run: (one: T) => unknown, list: readonly T[], duration: number): number {
  const times: number[] = [];
  const end = performance.now() + 2 * duration;
  do {
    const start = performance.now();
    for (const one of list) run(one);
    times.push((performance.now() - start) / list.length);
  } while (performance.now() < end);
  return medianOf(times.slice(times.length >> 1));
}

async function timeOfAsync<T>(
  run: (one: T) => Promise<unknown>,
  list: readonly T[],
  duration: number,
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2 * duration;
  do {
    for (const one of list) {
      const start = performance.now();
      await run(one);
      times.push(performance.now() - start);
      if (performance.now() > end && times.length > 2) break;
    }
  } while (performance.now() < end);
  return medianOf(times.slice(times.length >> 1));
}
