import { functions } from "@tablewright/core/expression";
import { loadRules } from "@tablewright/core/rules";
import { convertGraph } from "../../../cli/src/convert/gorules.ts";
import { expectSame } from "../compare-speed.ts";
import { printTable, rounded } from "../figure.ts";
import { loadPeer } from "../language/peers.ts";
import { installPeers, medianFigures } from "../measurement.ts";
import type { Options } from "../read-options.ts";
import { seededRandom } from "../seeded-random.ts";
import type { Zen } from "./measure-rules.ts";
import { rulePeersFolder } from "./rule-sets.ts";

const FACTS_OF_TABLE = 8;
const WORDS = ["gold", "Gold", "silver", "none"];

/**
 * Converts random decision tables of ZEN and answers on how many sets of facts both decided the same; throws at the first on which
 * they do not. TABLEWRIGHT_RUNS says how many tables are tried, 100 where it is left out.
 */
async function agreeWithZen(): Promise<{ readonly tables: number; readonly decisions: number }> {
  const { ZenEngine } = await loadPeer<Zen>("@gorules/zen-engine", rulePeersFolder);
  const engine = new ZenEngine();
  const random = seededRandom(20_261_127);
  const tables = Number(process.env.TABLEWRIGHT_RUNS ?? 100);
  let decisions = 0;
  for (let count = 0; count < tables; count++) {
    const isCollected = random() < 0.3;
    const graph = randomGraph(random, isCollected);
    const { definition, leftOut } = convertGraph(graph, { id: "agree", ignoresCase: false });
    if (leftOut.length > 0) throw new Error(`A table is left out: ${leftOut[0]?.reason}`);
    const { output: rules, diagnostics } = loadRules(JSON.stringify(definition), { functions });
    if (rules === undefined) throw new Error(JSON.stringify(diagnostics));
    const decision = engine.createDecision(graph);
    for (let at = 0; at < FACTS_OF_TABLE; at++) {
      const facts = randomFacts(random);
      const { result } = await decision.evaluate(facts);
      const { fee, label } = rules.decide(facts).outputs as Readonly<Record<string, unknown>>;
      const theirs = Array.isArray(result)
        ? { fee: result.map((one) => one.fee), label: result.map((one) => one.label) }
        : (({ fee: one = null, label: other = null }) => ({ fee: one, label: other }))(
            (result ?? {}) as Readonly<Record<string, unknown>>,
          );
      expectSame({ zen: theirs, [`Tablewright, of ${JSON.stringify({ graph, facts })}`]: { fee, label } });
      decisions += 1;
    }
  }
  return { tables, decisions };
}

type Random = () => number;

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function numberOf(random: Random): number {
  return Math.floor(random() * 41) / 2 - 5;
}

function randomFacts(random: Random): object {
  return { tier: pick(random, WORDS), total: numberOf(random), isNew: random() < 0.5 };
}

/** One table over a text, a number and a truth value; every row gives both outputs. */
function randomGraph(random: Random, isCollected: boolean) {
  const rows = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, row) => ({
    _id: `r${row}`,
    a: textCell(random),
    b: numberCell(random),
    c: pick(random, ["", "", "true", "false"]),
    x: String(numberOf(random)),
    y: JSON.stringify(pick(random, WORDS)),
  }));
  const content = {
    hitPolicy: isCollected ? "collect" : "first",
    inputs: [
      { id: "a", name: "tier", field: "tier" },
      { id: "b", name: "total", field: "total" },
      { id: "c", name: "isNew", field: "isNew" },
    ],
    outputs: [
      { id: "x", name: "fee", field: "fee" },
      { id: "y", name: "label", field: "label" },
    ],
    rules: rows,
  };
  const place = { position: { x: 0, y: 0 } };
  return {
    contentType: "application/vnd.gorules.decision",
    nodes: [
      { id: "in", name: "in", type: "inputNode", ...place },
      { id: "t", name: "t", type: "decisionTableNode", ...place, content },
      { id: "out", name: "out", type: "outputNode", ...place },
    ],
    edges: [
      { id: "e1", sourceId: "in", targetId: "t", type: "edge" },
      { id: "e2", sourceId: "t", targetId: "out", type: "edge" },
    ],
  };
}

function textCell(random: Random): string {
  const word = () => JSON.stringify(pick(random, WORDS));
  return pick(random, [
    () => "",
    word,
    () => `${word()}, ${word()}`,
    () => `not in [${word()}, ${word()}]`,
  ])();
}

function numberCell(random: Random): string {
  const number = () => String(numberOf(random));
  const range = () => {
    const low = numberOf(random);
    return `${pick(random, ["[", "("])}${low}..${low + 1 + Math.floor(random() * 8)}${pick(random, ["]", ")"])}`;
  };
  const compared = () => `${pick(random, ["<", "<=", ">", ">=", "!="])} ${number()}`;
  return pick(random, [() => "", number, compared, range, () => `${number()}, ${number()}`])();
}

/** Measures decisions and answers with their table. */
export async function compareRuleEngines(
  { rows, rounds, duration, peers }: Options,
  report: (line: string) => void,
): Promise<string> {
  const counts =
    peers === "all" && installPeers(rulePeersFolder, report) ? ["10", "100", "1000", "10000"] : [];
  const agreed = counts.length > 0 ? await agreeWithZen() : undefined;
  const parts = [...counts.map((count) => `rules/${count}`), "table/10", "table/1000"];
  const measurements = parts.map((of) => ({
    module: "./rules/measure-rules.ts",
    measure: "measureRules",
    task: { rows, duration, of },
  }));
  const figures = await medianFigures(measurements, rounds, report);
  const lines = [...figures.values()].map(({ name, ratio, milliseconds: [own, peer] = [0, 0] }) => {
    const isTable = name.startsWith("a table");
    return [name, isTable ? "" : `${rounded(ratio)} ×`, micros(own), isTable ? "" : micros(peer)];
  });
  return [
    ...(agreed === undefined
      ? []
      : [
          `ZEN decides ${agreed.decisions} sets of facts by ${agreed.tables} random tables as they are converted.`,
        ]),
    `Rules: one decision after the other, medians of ${rounds} rounds; 100 × is a hundred times as fast as the peer with the same answers.`,
    printTable(["what", "times as fast", "ours", "the peer"], lines),
  ].join("\n\n");
}

function micros(milliseconds: number): string {
  return `${rounded(milliseconds * 1_000)} µs`;
}
