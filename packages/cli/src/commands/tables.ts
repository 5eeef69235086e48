import { Command } from "commander";
import { defineCommand } from "./define-command.ts";

/** Writes decision tables as sheets, cell for cell; a definition that names the file in place of rows reads it again. */
export const tablesCommand = defineCommand((terminal, exit) =>
  new Command("tables")
    .description("Write the decision tables of a definition as a workbook or as CSV files.")
    .argument("<rules>", "a definition of rules or of an application, YAML or JSON")
    .argument("<out>", "a workbook such as tables.xlsx, or a folder for CSV files")
    .option("--force", "replace files that are there")
    .action(async (rules: string, out: string, { force }: { force?: true }) => {
      const { writeTables } = await import("../decide/write-tables.ts");
      exit((await writeTables(rules, out, { force }, terminal)) ? 0 : 1);
    }),
);
