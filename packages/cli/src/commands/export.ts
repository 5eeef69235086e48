import { Command, Option } from "commander";
import type { ExportOptions } from "../export/export-tables.ts";
import { functionsOption } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Writes tables to files, which `import` reads back to the same rows. */
export const exportCommand = defineCommand((terminal, exit) =>
  new Command("export")
    .description("Write every row of tables to CSV, Excel or JSON Lines files, past security filters.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("[table...]", "tables; all without one")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .requiredOption("--to <folder>", "where the files go, one for each table")
    .addOption(
      new Option("--format <form>", "the form of the files").choices(["csv", "xlsx", "jsonl"]).default("csv"),
    )
    .addOption(functionsOption())
    .option(
      "--locale <tag>",
      "how numbers are written in CSV, such as de-DE; default the application's; dates are ISO dates",
    )
    .option("--raw", "put no apostrophe before cells of CSV that a spreadsheet would take for formulas")
    .option("--force", "replace files that are there")
    .action(async (definition: string, tables: string[], options: ExportOptions) => {
      const { exportTables } = await import("../export/export-tables.ts");
      exit(await exportTables(definition, tables, options, terminal));
    }),
);
