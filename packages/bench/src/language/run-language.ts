import { medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { languageMeasurements } from "./language-measurements.ts";
import { questions } from "./questions.ts";
import { runPeers } from "./run-peers.ts";

/** Runs the language half and answers with its table. */
export async function runLanguage(options: Options, report: (line: string) => void): Promise<string> {
  const figures = await medianFigures(await languageMeasurements(options), options.rounds, report);
  const rows = questions.map(({ what, atMost, unit, answer }) => {
    const value = answer(figures);
    const target = atMost === undefined ? "" : `≤ ${atMost}${unit === "×" ? " ×" : ` ${unit}`}`;
    const reached = atMost === undefined ? "" : value <= atMost ? "yes" : "no";
    return [what, `${round(value)} ${unit}`, target, reached];
  });
  const times = [...figures.values()].flatMap(({ name, milliseconds }) =>
    milliseconds === undefined ? [] : [[name, ...milliseconds.map(round)]],
  );
  return [
    `Language: ${options.rows} people, medians of ${options.rounds} rounds; 1.0 × is the same by hand over the same rows.`,
    printTable(["what", "measured", "target", "reached"], rows),
    await runPeers(options, figures, report),
    "Milliseconds, for orientation only:",
    printTable(["what", "measured", "reference"], times),
  ].join("\n\n");
}
