import { Command } from "commander";
import type { InferOptions } from "../infer/infer-files.ts";
import { readEncoding, readLocale, readRowNumber } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Proposes a definition for files of rows. */
export const inferCommand = defineCommand((terminal, exit) =>
  new Command("infer")
    .description(
      "Propose a definition for CSV, Excel or JSON Lines files, one table for each, on the output.",
    )
    .argument("<file...>", "files of rows, named by their tables")
    .option("--name <name>", "what the application is called; default the folder's name")
    .option("--sheet <name>", "the sheet of a workbook; default one table for each sheet")
    .option(
      "--header-row <number>",
      "the row that names columns; default the first that is not blank",
      readRowNumber,
    )
    .option(
      "--encoding <name>",
      "how CSV files are encoded, such as windows-1252; default UTF-8",
      readEncoding,
    )
    .option("--locale <tag>", "how dates and numbers in the files are written", readLocale, "en-US")
    .action(async (files: string[], options: InferOptions) => {
      const { inferFiles } = await import("../infer/infer-files.ts");
      exit(await inferFiles(files, options, terminal));
    }),
);
