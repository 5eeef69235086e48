import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";

/** Measures imports of a CSV file and answers with their table. */
export async function runImport(options: Options, report: (line: string) => void): Promise<string> {
  const { importRows: rows, rounds, patience } = options;
  const measurements = ["sqlite", "postgres"].map((of) => ({
    module: "./import/measure-import.ts",
    task: { rows, patience, of },
  }));
  const figures = await medianFigures(measurements, rounds, report);
  const lines = [...figures.values()].map(({ name, ratio, milliseconds }) => {
    if (milliseconds === undefined) return [name, `${round(ratio)} MiB`, "", "", ""];
    const [ours, byHand] = milliseconds.map((one) => `${round(one / 1_000)} s`);
    return [
      name,
      `${round(ratio)} ×`,
      `≥ ${REACH} ×`,
      ratio >= REACH ? "yes" : "no",
      `${ours}, by hand ${byHand}`,
    ];
  });
  return [
    `Import: a CSV file of ${rows} rows of 7 columns, medians of ${rounds} rounds, processes from start to end; 1.0 × is a bulk insert by hand with the same indexes.`,
    printTable(["what", "measured", "target", "reached", "times"], lines),
  ].join("\n\n");
}

const REACH = 0.5;
