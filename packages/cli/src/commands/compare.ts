import { Command } from "commander";
import type { CompareOptions } from "../compare/compare-files.ts";
import { functionsOption, readCount, readNow, readTimeZone } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Compares what two definitions of rules decide; exit code 0 for the same, 1 for other decisions, 2 for what cannot be read. */
export const compareCommand = defineCommand((terminal, exit) =>
  new Command("compare")
    .description("Tell on which facts two definitions of rules decide otherwise, and why.")
    .argument("<old>", "a definition of rules, YAML or JSON")
    .argument("<new>", "another one, such as a changed copy")
    .option("--facts <file>", "facts to decide on, .json or .jsonl")
    .option("--rows <rows>", "rows to decide on: a file, .csv, .xlsx or .jsonl, or with --app a table")
    .option("--changes <table>", "rows of a table to decide on, as each call of the history left them")
    .option("--app <definition>", "the application of the table")
    .option("--store <address>", "where its rows live, such as sqlite:rows.sqlite")
    .option("--outputs <names>", "compare only these, such as Discount,Delivery")
    .option("--now <time>", "what the clock shows, such as 2026-03-01T09:30:00", readNow)
    .option("--timezone <zone>", "such as Europe/Berlin; default UTC", readTimeZone)
    .addOption(functionsOption())
    .option("--limit <number>", "how many differences are shown", readCount, 20)
    .option("--json", "print the differences as JSON")
    .action(async (old: string, other: string, options: CompareOptions) => {
      const wrong = reasonWrong(options);
      if (wrong !== undefined) {
        terminal.err(`error: ${wrong}`);
        return exit(2);
      }
      const { compareFiles } = await import("../compare/compare-files.ts");
      exit(await compareFiles(old, other, options, terminal));
    }),
);

/** Options that do not go together. */
function reasonWrong({ facts, rows, changes, app, store }: CompareOptions): string | undefined {
  if ([facts, rows, changes].filter((given) => given !== undefined).length !== 1)
    return "Say what to decide on: one of --facts, --rows and --changes.";
  if ((app === undefined) !== (store === undefined) || (app === undefined && changes !== undefined))
    return "Rows of a table are named with --app, its definition, and --store, where they live.";
  if (facts !== undefined && /\.(?:csv|xlsx)$/i.test(facts))
    return `Facts are JSON. The rows of ${facts} are given by --rows.`;
  return app !== undefined && facts !== undefined
    ? "--app and --store go with --rows or --changes."
    : undefined;
}
