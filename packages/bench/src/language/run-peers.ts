import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { geometricMean } from "../geometric-mean.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { conditions } from "./conditions.ts";
import { peerModules } from "./peers/index.ts";

const folder = resolve(import.meta.dirname, "../../peers");

/** Runs the peers asked for, each condition once in a process of its own, and answers with their table. */
export async function runPeers(
  { peers, rows, patience }: Options,
  report: (line: string) => void,
): Promise<string> {
  const wanted = peers === "all" ? peerModules : peerModules.filter((module) => peers.includes(module));
  if (wanted.length === 0) return "No peers were asked for.";
  if (!install(report)) return "The peers could not be installed.";
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

/** The peers are installed here and nowhere else, from the lockfile of their own. */
function install(report: (line: string) => void): boolean {
  if (existsSync(resolve(folder, "node_modules/.package-lock.json"))) return true;
  report("installing the peers …");
  const done = spawnSync("npm ci --ignore-scripts --no-audit --no-fund", { cwd: folder, shell: true });
  return done.status === 0;
}
