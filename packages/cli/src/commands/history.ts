import { Command } from "commander";
import { type ShowOptions, showHistory, trimStored } from "../history/stored-history.ts";
import { functionsOption } from "../options.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** What rows were before, and by whose doing. */
export const historyCommand = defineCommand((terminal, exit) =>
  new Command("history")
    .description("Show what was recorded of a row, or trim what was.")
    .addCommand(show(terminal, exit), { isDefault: true })
    .addCommand(trim(terminal, exit)),
);

const show: BuildCommand = (terminal, exit) =>
  new Command("show")
    .description("Show the versions of a row; the word show may be left out.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("<table>", "the name of a table or slice")
    .argument("<key>", "the key of the row; of several columns joined by ': '")
    .requiredOption(...STORE)
    .addOption(functionsOption())
    .option("--json", "print JSON")
    .action(async (file: string, table: string, key: string, options: ShowOptions) =>
      exit(await showHistory(file, table, key, options, terminal)),
    );

const trim: BuildCommand = (terminal, exit) =>
  new Command("trim")
    .description("Remove what the journal has kept for as long as the definition says, in small pieces.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption(...STORE)
    .addOption(functionsOption())
    .action(async (file: string, options: { readonly store: string; readonly functions?: string }) =>
      exit(await trimStored(file, options, terminal)),
    );

const STORE = ["--store <address>", "where the rows live, such as sqlite:rows.sqlite"] as const;
