import { Command } from "commander";
import { type UndoOptions, undoStored } from "../history/stored-history.ts";
import { functionsOption } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Takes back what a call has changed. */
export const undoCommand = defineCommand((terminal, exit) =>
  new Command("undo")
    .description("Change back what a call has changed, where no row was changed since.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("<call>", "the id of the call, as history shows it")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .option("--dry-run", "show what would be done, and do nothing")
    .addOption(functionsOption())
    .option("--json", "print JSON")
    .action(async (file: string, call: string, options: UndoOptions) =>
      exit(await undoStored(file, call, options, terminal)),
    ),
);
