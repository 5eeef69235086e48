import type { Figure } from "../figure.ts";
import { geometricMean } from "../geometric-mean.ts";
import { installPeers } from "../install-peers.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { conditions, furtherConditions } from "./conditions.ts";
import { peerModules } from "./peers/index.ts";
import { type Peer, peersFolder } from "./peers/peer.ts";

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
  const lines = ["evaluate", "bind"].map((way) =>
    line(`Tablewright ${way}`, (name) => own.get(`${way}: ${name}`)?.ratio),
  );
  for (const module of modules) {
    const { peer } = (await import(`./peers/${module}.ts`)) as { peer: Peer };
    const ratios = new Map<string, number>();
    for (const { name } of peer.isFurther ? [...conditions, ...furtherConditions] : conditions) {
      const task = { rows, patience, of: `${module}/${name}` };
      const figures = await medianFigures([{ module: "./language/measure-peer.ts", task }], 1, report);
      for (const { ratio } of figures.values()) ratios.set(name, ratio);
    }
    lines.push(line(peer.name, (name) => ratios.get(name)));
  }
  const further = furtherConditions.map(({ name }) => name);
  const table = printTable(["row objects, one at a time", "geometric mean", "conditions", ...further], lines);
  const task = { rows, patience };
  const nested = await medianFigures([{ module: "./language/measure-nested-peers.ts", task }], 1, report);
  const sums = [...nested.values()].map(
    ({ name, ratio }) => [name.slice("nested peer: ".length), ratio] as const,
  );
  return `${table}\n\n${printTable(
    ["a sum of products of 20 lines that a condition picks", "of the same by hand"],
    sums.map(([name, ratio]) => [name, `${round(ratio)} ×`]),
  )}`;
}

/** The mean of the five conditions, and each of the further ones. */
function line(title: string, ratioOf: (name: string) => number | undefined): string[] {
  const ratios = conditions.flatMap(({ name }) => ratioOf(name) ?? []);
  const mean = ratios.length === 0 ? "left out" : `${round(geometricMean(ratios))} ×`;
  const further = furtherConditions.map(({ name }) => {
    const ratio = ratioOf(name);
    return ratio === undefined ? "" : `${round(ratio)} ×`;
  });
  return [title, mean, `${ratios.length} of ${conditions.length}`, ...further];
}
