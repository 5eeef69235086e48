import type { Figure } from "../figure.ts";
import { geometricMean } from "../geometric-mean.ts";
import { installPeers } from "../install-peers.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { conditions } from "./conditions.ts";
import { peerModules } from "./peers/index.ts";
import { peersFolder } from "./peers/peer.ts";

/**
 * Runs the peers asked for through the face each documents, every condition once in a process of its own, and answers
 * with their table, in which our own faces stand first.
 */
export async function runPeers(
  { peers, rows, patience }: Options,
  own: ReadonlyMap<string, Figure>,
  report: (line: string) => void,
): Promise<string> {
  const modules = peers === "all" ? peerModules : peerModules.filter((module) => peers.includes(module));
  if (modules.length === 0) return "No peers were asked for.";
  if (!installPeers(peersFolder, report)) return "The peers could not be installed.";
  const lines = ["evaluate", "bind"].map((way) => ownLine(way, own));
  for (const module of modules) {
    const ratios: number[] = [];
    let title = module;
    for (const { name } of conditions) {
      const task = { rows, patience, of: `${module}/${name}` };
      const figures = await medianFigures([{ module: "./language/measure-peer.ts", task }], 1, report);
      for (const figure of figures.values()) {
        ratios.push(figure.ratio);
        title = figure.name.replace("peer: ", "");
      }
    }
    lines.push(line(title, ratios));
  }
  return printTable(["row objects, one at a time", "geometric mean", "conditions"], lines);
}

function ownLine(way: string, own: ReadonlyMap<string, Figure>): string[] {
  const ratios = conditions.flatMap(({ name }) => own.get(`${way}: ${name}`)?.ratio ?? []);
  return line(`Tablewright ${way}`, ratios);
}

function line(title: string, ratios: readonly number[]): string[] {
  const mean = ratios.length === 0 ? "left out" : `${round(geometricMean(ratios))} ×`;
  return [title, mean, `${ratios.length} of ${conditions.length}`];
}
