import { geometricMean } from "../geometric-mean.ts";
import { installPeers } from "../install-peers.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { conditions } from "./conditions.ts";
import { peerModules } from "./peers/index.ts";
import { peersFolder } from "./peers/peer.ts";

/** Runs the peers asked for, each condition once in a process of its own, and answers with their table. */
export async function runPeers(
  { peers, rows, patience }: Options,
  report: (line: string) => void,
): Promise<string> {
  const wanted = peers === "all" ? peerModules : peerModules.filter((module) => peers.includes(module));
  if (wanted.length === 0) return "No peers were asked for.";
  if (!installPeers(peersFolder, report)) return "The peers could not be installed.";
  const lines: string[][] = [];
  for (const module of wanted) {
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
    lines.push([
      title,
      ratios.length === 0 ? "left out" : `${round(geometricMean(ratios))} ×`,
      `${ratios.length} of ${conditions.length}`,
    ]);
  }
  return printTable(["for comparison, over single rows", "geometric mean", "conditions"], lines);
}
