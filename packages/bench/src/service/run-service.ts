import { type Figure, printTable, rounded } from "../figure.ts";
import { installPeers, type Measurement, medianFigures } from "../measurement.ts";
import { type StoreKind, storeKinds } from "../open-store.ts";
import type { Options } from "../read-options.ts";
import { WRITES } from "./measure-engine.ts";
import { CONSTANT, LINEAR } from "./measure-growth.ts";
import { comparedOperations } from "./measure-servers.ts";
import { operations } from "./operations.ts";
import { servicePeers, servicePeersFolder } from "./service-peers.ts";

/** Runs the service half and answers with its table. */
export async function runService(options: Options, report: (line: string) => void): Promise<string> {
  const figures = await medianFigures(measurementsOf(options), options.rounds, report);
  const selection = serviceQuestions.filter(({ figure }) => options.service === "all" || figures.has(figure));
  const rows = selection.map((question) => {
    const figure = figures.get(question.figure);
    const measured = figure === undefined ? "not measured" : `${rounded(figure.ratio)} ${question.unit}`;
    return [question.figure, measured, ...judge(question, figure)];
  });
  const times = [...figures.values()].flatMap(({ name, milliseconds }) =>
    milliseconds === undefined ? [] : [[name, ...milliseconds.map(rounded)]],
  );
  return [
    `Service: ${options.rows} rows of 7 columns, medians of ${options.rounds} rounds; × is our requests per second of the server's processor time over those of the same HTTP server with the query by hand.`,
    printTable(["what", "measured", "target", "reached"], rows),
    await runServicePeers(options, report),
    "Milliseconds of processor time a request, for orientation only:",
    printTable(["what", "measured", "reference"], times),
  ].join("\n\n");
}

function measurementsOf({ rows, duration, service }: Options): readonly Measurement[] {
  const measurement = (file: string, measure: string, of: string) => ({
    module: `./service/measure-${file}.ts`,
    measure,
    task: { rows, duration, of },
  });
  const onEachStore = (file: string, measure: string, what: string) =>
    storeKinds.map((kind) => measurement(file, measure, `${kind}: ${what}`));
  return [
    ...operations.flatMap(({ name }) => onEachStore("servers", "measureOperation", name)),
    measurement("engine", "measureEmbedded", "embedded"),
    ...onEachStore("servers", "measureIndex", "by index over a scan"),
    ...onEachStore("servers", "measureHistory", "add 1,000 rows, with a history over without"),
    ...onEachStore("growth", "measureGrowth", "growth"),
    measurement("engine", "measureWriters", "postgres: eight writers over one"),
    measurement("start", "measureStart", "start"),
  ].filter(({ task: { of } }) => service === "all" || service.some((part) => of.includes(part)));
}

/** Measures the peers asked for and answers with their table; one that cannot be started is named as left out. */
async function runServicePeers(
  { servicePeers: wanted, rows, rounds, duration }: Options,
  report: (line: string) => void,
): Promise<string> {
  const selection = Object.entries(servicePeers).filter(([key]) => wanted === "all" || wanted.includes(key));
  if (selection.length === 0) return "No peers were asked for.";
  if (!installPeers(servicePeersFolder, report)) return "The peers could not be installed.";
  const lines: string[][] = [];
  const reasons: string[] = [];
  for (const [key, peer] of selection) {
    const task = { rows, duration, of: key };
    const measurement = { module: "./service/measure-servers.ts", measure: "measureServicePeer", task };
    const figures = await medianFigures([measurement], rounds, (text) => {
      report(text);
      const [, reason] = /^.*?( is left out: .*)$/su.exec(text) ?? [];
      if (reason !== undefined) reasons.push(peer.name + reason);
    });
    const cells = Object.keys(comparedOperations).map((name) => {
      const figure = figures.get(`${peer.name}: ${name}`);
      return figure === undefined ? "–" : `${rounded(figure.ratio)} ×`;
    });
    lines.push([peer.name, peer.kind, ...cells]);
  }
  const head = [
    "requests per second of processor time, ours over",
    "our store",
    ...Object.keys(comparedOperations),
  ];
  return [printTable(head, lines), ...reasons].join("\n\n");
}

/** One line of the table: which figure, and from where on, or up to where, it is as it should be. */
interface ServiceQuestion {
  readonly figure: string;
  readonly unit: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number } | undefined;
}

/** Our requests per second of processor time over those of the floor. */
const LEAST: Readonly<Record<string, (kind: StoreKind) => number | undefined>> = {
  "point read": () => 0.5,
  "add 1 row": () => 0.45,
  "add 1,000 rows, 3 formulas and 3 validations": () => 0.35,
  "Top(OrderBy(Filter()), 50)": (kind) => (kind === "memory" ? 1.5 : 0.9),
  "read 10,000 rows": (kind) => (kind === "memory" ? 0.45 : 0.7),
  "1,000 rows each summing its children": () => 1 / 3,
};

const onEachStore = (what: string, target: ServiceQuestion["target"]) =>
  storeKinds.map((kind) => ({ figure: `${kind}: ${what}`, unit: "×", target }));

const serviceQuestions: readonly ServiceQuestion[] = [
  ...operations.flatMap(({ name }) =>
    storeKinds.map((kind) => {
      const atLeast = LEAST[name]?.(kind);
      const target = atLeast === undefined ? undefined : { atLeast };
      return { figure: `${kind}: ${name}`, unit: "×", target };
    }),
  ),
  { figure: "embedded: point read over HTTP", unit: "×", target: { atLeast: 5 } },
  { figure: "embedded: a row of 1,000 over a single one", unit: "×", target: { atLeast: 4 } },
  ...onEachStore("by index over a scan", { atLeast: 20 }),
  ...onEachStore("add 1,000 rows, with a history over without", { atMost: 1.25 }),
  ...storeKinds.flatMap((kind) =>
    [...CONSTANT, ...LINEAR].map((name) => ({
      figure: `${kind}: growth of ${name}`,
      unit: "×",
      target: { atMost: 1.5 },
    })),
  ),
  ...WRITES.map((name) => ({
    figure: `postgres: eight writers over one, ${name}`,
    unit: "×",
    target: { atLeast: 3 },
  })),
  { figure: "start to first answer", unit: "s", target: { atMost: 0.7 } },
  { figure: "memory after start", unit: "MB", target: { atMost: 130 } },
  { figure: "growth by reading all rows", unit: "MB", target: { atMost: 60 } },
];

/** The target in words, and whether the figure reaches it. */
function judge(
  { target, unit }: ServiceQuestion,
  figure: Figure | undefined,
): readonly [target: string, reached: string] {
  if (target === undefined) return ["", ""];
  const isReached =
    figure !== undefined &&
    ("atLeast" in target ? figure.ratio >= target.atLeast : figure.ratio <= target.atMost);
  const bound = "atLeast" in target ? `≥ ${target.atLeast.toFixed(2)}` : `≤ ${target.atMost}`;
  return [`${bound} ${unit}`, isReached ? "yes" : "no"];
}
