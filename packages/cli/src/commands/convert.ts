import { Command } from "commander";
import type { ConvertFileOptions } from "../convert/convert-file.ts";
import { defineCommand } from "./define-command.ts";

/** Converts rules of other engines; exit code 1 where something of them is left out, or the file cannot be read. */
export const convertCommand = defineCommand((terminal, exit) =>
  new Command("convert")
    .description(
      "Convert rules of json-rules-engine, or decision tables of GoRules, to a definition of rules.",
    )
    .argument("<file>", "rules of json-rules-engine as JSON, or a decision graph of GoRules (JDM)")
    .option("--out <file>", "where to write the definition; on the output by default")
    .option("--force", "replace a file that is there")
    .option("--id <id>", "the id of the rules; the name of the file by default")
    .option(
      "--ignore-case",
      "compare texts by =, which does not tell upper and lower case: shorter, and found by the index",
    )
    .action(async (file: string, options: ConvertFileOptions) => {
      const { convertFile } = await import("../convert/convert-file.ts");
      exit((await convertFile(file, options, terminal)) ? 0 : 1);
    }),
);
