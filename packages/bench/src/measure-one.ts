import type { Measure, MeasureTask } from "./figure.ts";

/** The measuring process: the module to run and its task are the arguments; the figures go to the standard output. */
const [module = "", task = "{}"] = process.argv.slice(2);
const { measure } = (await import(new URL(module, import.meta.url).href)) as { measure: Measure };
process.stdout.write(`\n${JSON.stringify(await measure(JSON.parse(task) as MeasureTask))}\n`);
process.exit(0);
