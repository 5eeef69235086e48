import { type Measurement, medianFigures } from "../measurement.ts";
import { printTable } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { round } from "../round.ts";
import { operations } from "./operations.ts";
import { runServicePeers } from "./run-service-peers.ts";
import { judge, questions } from "./service-questions.ts";
import { storeKinds } from "./store-kinds.ts";

/** Runs the service half and answers with its table. */
export async function runService(options: Options, report: (line: string) => void): Promise<string> {
  const figures = await medianFigures(measurementsOf(options), options.rounds, report);
  const selection = questions.filter(({ figure }) => options.service === "all" || figures.has(figure));
  const rows = selection.map((question) => {
    const figure = figures.get(question.figure);
    const measured = figure === undefined ? "not measured" : `${round(figure.ratio)} ${question.unit}`;
    return [question.figure, measured, ...judge(question, figure)];
  });
  const times = [...figures.values()].flatMap(({ name, milliseconds }) =>
    milliseconds === undefined ? [] : [[name, ...milliseconds.map(round)]],
  );
  return [
    `Service: ${options.rows} rows of 7 columns, medians of ${options.rounds} rounds; × is our requests per second of the server's processor time over those of the same HTTP server with the query by hand.`,
    printTable(["what", "measured", "target", "reached"], rows),
    await runServicePeers(options, report),
    "Milliseconds of processor time a request, for orientation only:",
    printTable(["what", "measured", "reference"], times),
  ].join("\n\n");
}

function measurementsOf({ rows, patience, service }: Options): readonly Measurement[] {
  const task = { rows, patience };
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
