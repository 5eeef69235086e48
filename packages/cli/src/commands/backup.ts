import { type AppDefinition, planMigration } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { Command } from "commander";
import { readSoundDefinition } from "../read-definition.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface BackupOptions {
  readonly store: string;
  readonly to: string;
  readonly force?: boolean;
}

/** Copies a store to a file from which it can be served; the application may be served meanwhile. */
export const backupCommand = defineCommand((terminal, exit) =>
  new Command("backup")
    .description("Copy the rows of an application to a file, while it is served.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .requiredOption("--to <file>", "where the copy goes")
    .option("--force", "replace a file that is there")
    .action(async (file: string, options: BackupOptions) => {
      const definition = await readSoundDefinition(file, terminal);
      if (definition === undefined) return exit(1);
      const isWell = await withStore(
        options.store,
        definition,
        { mustExist: true, readOnly: true },
        terminal,
        (store) => copyStore(definition, store, options, terminal),
      );
      exit(isWell ? 0 : 1);
    }),
);

async function copyStore(
  definition: AppDefinition,
  store: Store,
  { store: address, to, force = false }: BackupOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (store.backUp === undefined) {
    terminal.err(`A store of the kind "${store.name}" is copied with its own tools, not with this command.`);
    return false;
  }
  for (const step of (await planMigration(definition, store)) ?? []) {
    if (step.what === "createTable")
      terminal.err(`There is no table "${step.table}" in ${address} yet; the copy will have none either.`);
  }
  await store.backUp(to, { replaces: force });
  terminal.out(`Copied to ${to}; it is whole and sound.`);
  return true;
}
