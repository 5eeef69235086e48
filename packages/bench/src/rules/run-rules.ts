import { installPeers } from "../install-peers.ts";
import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { agreeWithZen } from "./agree-with-zen.ts";
import { rulePeersFolder } from "./rule-sets.ts";

/** Measures decisions and answers with their table. */
export async function runRules(
  { rows, rounds, patience, peers }: Options,
  report: (line: string) => void,
): Promise<string> {
  const besides =
    peers === "all" && installPeers(rulePeersFolder, report) ? ["10", "100", "1000", "10000"] : [];
  const agreed = besides.length > 0 ? await agreeWithZen() : undefined;
  const parts = [...besides.map((count) => `rules/${count}`), "table/10", "table/1000"];
  const measurements = parts.map((of) => ({
    module: "./rules/measure-rules.ts",
    task: { rows, patience, of },
  }));
  const figures = await medianFigures(measurements, rounds, report);
  const lines = [...figures.values()].map(({ name, ratio, milliseconds: [own, peer] = [0, 0] }) => {
    const isTable = name.startsWith("a table");
    return [name, isTable ? "" : `${round(ratio)} ×`, micros(own), isTable ? "" : micros(peer)];
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
  return `${round(milliseconds * 1_000)} µs`;
}
