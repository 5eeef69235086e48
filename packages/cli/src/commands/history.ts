import { Command } from "commander";
import { trimStored } from "../history/trim-stored.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** What rows were before, and by whose doing. */
export const history = defineCommand((terminal, exit) => {
  const command = new Command("history").description("Trim the journal of changes.");
  for (const build of [trim]) command.addCommand(build(terminal, exit));
  return command;
});

const trim: BuildCommand = (terminal, exit) =>
  new Command("trim")
    .description("Remove what the journal has kept for as long as the definition says, in small pieces.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .action(async (file: string, { store }: { readonly store: string }) =>
      exit(await trimStored(file, store, terminal)),
    );
