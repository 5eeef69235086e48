import { Command, Option } from "commander";
import type { ImportOptions } from "../import/import-files.ts";
import { functionsOption, readEncoding, readRowNumber } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

/** Adds the rows of files to tables; an import that was cut off is continued by the same command. */
export const importCommand = defineCommand((terminal: Terminal, exit) =>
  new Command("import")
    .description("Add the rows of CSV, Excel or JSON Lines files to tables.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument(
      "<table-and-file...>",
      "a table and its file (.csv, .xlsx, .jsonl), in turn; or files or a folder of files named by their tables",
    )
    .option("--store <address>", "where the rows go, such as sqlite:rows.sqlite", "memory:")
    .addOption(
      new Option("--on-duplicate <what>", "what happens to a row whose key exists")
        .choices(["skip", "update", "refuse"])
        .default("refuse"),
    )
    .addOption(functionsOption())
    .option("--dry-run", "find all errors and write nothing")
    .option("--all-or-nothing", "write nothing when any row is refused")
    .option(
      "--column <header=column>",
      "the column that a header of the file is for, none to leave it out; once for each",
      (text: string, texts: readonly string[] = []) => [...texts, text],
    )
    .option("--sheet <name>", "the sheet of a workbook; default that of the table's name, else the first")
    .option(
      "--header-row <number>",
      "the row that names columns; default the first that is not blank",
      readRowNumber,
    )
    .option(
      "--encoding <name>",
      "how a CSV file is encoded, such as windows-1252; default UTF-8",
      readEncoding,
    )
    .option("--locale <tag>", "how dates and numbers are written, such as de-DE; default the application's")
    .option("--timezone <zone>", "where times with an offset are brought to; default the application's")
    .option("--rejected <file>", "where refused rows go; default <Table>.refused.csv in this folder")
    .option("--raw", "keep the apostrophe that an export puts before what looks like a formula")
    .option("--again", "import a file although it was imported before")
    .option("--abandon", "forget an import of other rows into the table that was cut off; its rows stay")
    .action(async (definition: string, fileNames: string[], options: ImportOptions) => {
      // The other commands do not wait for what reads files of rows.
      const { importFiles } = await import("../import/import-files.ts");
      exit(await importFiles(definition, fileNames, options, terminal));
    }),
);
