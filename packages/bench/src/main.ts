import { figuresOf, writeFigures } from "@tablewright/tooling/write-figures";
import { runImport } from "./import/measure-import.ts";
import { runLanguage } from "./language/run-language.ts";
import { type Options, readBenchOptions, usage } from "./read-options.ts";
import { compareRuleEngines } from "./rules/compare-rule-engines.ts";
import { runService } from "./service/run-service.ts";

/** `npm run bench`: measures, each thing in processes of its own, and prints ratios; progress goes to the error output. */
const suites: Readonly<
  Record<string, (options: Options, report: (line: string) => void) => Promise<string>>
> = {
  language: runLanguage,
  service: runService,
  import: runImport,
  rules: compareRuleEngines,
};

const options = optionsOrUsage();
for (const name of options.suites) {
  const run = suites[name];
  if (run === undefined) throw new Error(`There is no part "${name}".`);
  const report = await run(options, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${report}\n\n`);
  if (options.isWritten) writeFigures(name, figuresOf(report), new Date().toISOString().slice(0, 10));
}

function optionsOrUsage(): Options {
  try {
    return readBenchOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}
