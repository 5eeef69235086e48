import { Command, Option } from "commander";
import { functionsOption, readCount, readSince } from "../options.ts";
import type { BacktestFileOptions } from "../past/backtest-file.ts";
import { defineCommand } from "./define-command.ts";

/** Tries a definition on calls of the past; exit code 0 where nothing differs, 1 where something does, 2 for what cannot be read. */
export const backtestCommand = defineCommand((terminal, exit) =>
  new Command("backtest")
    .description(
      "Run calls of the history again by a changed definition, and tell what differs. Nothing is kept.",
    )
    .argument("<candidate>", "a definition file, YAML or JSON, such as a changed copy")
    .addOption(
      new Option("--store <address>", "where the rows live, such as sqlite:rows.sqlite; it is only read")
        .env("TABLEWRIGHT_STORE")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--since <time>", "from when on: 12h, 30d, 8w, or 2026-03-01T09:30:00Z")
        .argParser(readSince)
        .default(readSince("30d"), "30d"),
    )
    .addOption(
      new Option("--follow", "run the calls to come and not those of the past, until stopped").conflicts([
        "since",
        "writeTests",
      ]),
    )
    .addOption(functionsOption())
    .option("--on-disk", "copy the rows to temporary files and not to memory")
    .option("--limit <number>", "how many calls are shown", readCount, 20)
    .option(
      "--write-tests <file>",
      "write rule tests of the calls that are shown, which expect what the candidate does",
    )
    .option("--only <ids...>", "write tests only of these calls")
    .addOption(new Option("--original <definition>", "the one that the candidate may replace").hideHelp())
    .option("--json", "print the report as JSON")
    .action(async (candidate: string, options: BacktestFileOptions) => {
      const { backtestFile } = await import("../past/backtest-file.ts");
      exit(await backtestFile(candidate, options, terminal));
    }),
);
