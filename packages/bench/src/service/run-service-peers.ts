import { installPeers } from "../install-peers.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { compared } from "./measure-service-peer.ts";
import { heavyPeerModules, peerModules } from "./peers/index.ts";
import type { ServicePeer } from "./peers/service-peer.ts";

/** Measures the peers asked for and answers with their table; one that cannot be installed or started is named as left out. */
export async function runServicePeers(
  { servicePeers, rows, rounds, patience }: Options,
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
      const task = { rows, patience, of: module };
      const measurement = { module: "./service/measure-service-peer.ts", task };
      const figures = await medianFigures([measurement], rounds, tell);
      const cells = Object.keys(compared).map((name) => {
        const figure = figures.get(`${peer.name}: ${name}`);
        return figure === undefined ? "–" : `${round(figure.ratio)} ×`;
      });
      lines.push([peer.name, peer.kind, ...cells]);
    }
  }
  const head = ["requests per second of processor time, ours over", "our store", ...Object.keys(compared)];
  return [printTable(head, lines), ...reasons].join("\n\n");
}
