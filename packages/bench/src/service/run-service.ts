import { installPeers } from "../install-peers.ts";
import { type Measurement, medianFigures } from "../measurement.ts";
import { storeKinds } from "../open-store.ts";
import { printTable, rounded } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { compared } from "./measure-service-peer.ts";
import { operations } from "./operations.ts";
import type { ServicePeer } from "./peers/service-peer.ts";
import { judge, serviceQuestions } from "./service-questions.ts";

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
  const task = { rows, duration };
  const isAsked = (name: string) => service === "all" || service.some((part) => name.includes(part));
  return [
    ...operations.flatMap(({ name }) =>
      storeKinds.map((kind) => ({
        module: "./service/measure-operation.ts",
        task: { ...task, of: `${kind}: ${name}` },
      })),
    ),
    { module: "./service/measure-embedded.ts", task: { ...task, of: "embedded" } },
    ...storeKinds.map((kind) => ({
      module: "./service/measure-index.ts",
      task: { ...task, of: `${kind}: by index over a scan` },
    })),
    ...storeKinds.map((kind) => ({
      module: "./service/measure-history.ts",
      task: { ...task, of: `${kind}: add 1,000 rows, with a history over without` },
    })),
    ...storeKinds.map((kind) => ({
      module: "./service/measure-growth.ts",
      task: { ...task, of: `${kind}: growth` },
    })),
    { module: "./service/measure-writers.ts", task: { ...task, of: "postgres: eight writers over one" } },
    { module: "./service/measure-start.ts", task: { ...task, of: "start" } },
  ].filter(({ task: { of } }) => isAsked(of));
}

/** Measures the peers asked for and answers with their table; one that cannot be installed or started is named as left out. */
async function runServicePeers(
  { servicePeers, rows, rounds, duration }: Options,
  report: (line: string) => void,
): Promise<string> {
  const modules =
    servicePeers === "all"
      ? peerModules
      : [...peerModules, ...heavyPeerModules].filter((module) => servicePeers.includes(module));
  if (modules.length === 0) return "No peers were asked for.";
  const lines: string[][] = [];
  const reasons: string[] = [];
  for (const module of modules) {
    const { peer } = (await import(`./peers/${module}.ts`)) as { peer: ServicePeer };
    const tell = (line: string) => {
      report(line);
      if (line.includes(" is left out: "))
        reasons.push(`${peer.name} ${line.replace(/^.*? is left out: /su, "is left out: ")}`);
    };
    if (!installPeers(peer.folder, tell)) tell(`${module} is left out: it could not be installed.`);
    else {
      const task = { rows, duration, of: module };
      const measurement = { module: "./service/measure-service-peer.ts", task };
      const figures = await medianFigures([measurement], rounds, tell);
      const cells = Object.keys(compared).map((name) => {
        const figure = figures.get(`${peer.name}: ${name}`);
        return figure === undefined ? "–" : `${rounded(figure.ratio)} ×`;
      });
      lines.push([peer.name, peer.kind, ...cells]);
    }
  }
  const head = ["requests per second of processor time, ours over", "our store", ...Object.keys(compared)];
  return [printTable(head, lines), ...reasons].join("\n\n");
}

/** The modules of the peers that are measured unless others are named; each exports its `peer`. */
const peerModules: readonly string[] = ["json-server-memory", "json-server-file", "feathers"];

/** Those that are too heavy to be measured without being named. */
const heavyPeerModules: readonly string[] = ["directus"];
