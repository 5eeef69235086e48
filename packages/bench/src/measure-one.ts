import type { Measure } from "./figure.ts";
import type { Measurement } from "./measurement.ts";

/** The measuring process: a `Measurement` is the argument; the figures go to the standard output. */
const { module, measure, task } = JSON.parse(process.argv[2] ?? "") as Measurement;
const measures = (await import(new URL(module, import.meta.url).href)) as Record<string, Measure>;
process.stdout.write(`\n${JSON.stringify(await measures[measure]?.(task))}\n`);
process.exit(0);
