import { type AppDefinition, createEngine, planMigration } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { Command } from "commander";
import { describePlan } from "../migrate/describe-plan.ts";
import { readSoundDefinition } from "../read-sound-definition.ts";
import { systemServices } from "../system-services.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-store.ts";
import { defineCommand } from "./define-command.ts";

interface MigrateOptions {
  readonly store: string;
  readonly dryRun?: boolean;
}

/** Tells what a store lacks for a definition and, unless only that is asked, adds it; serving would add it as well. */
export const migrate = defineCommand((terminal, exit) =>
  new Command("migrate")
    .description("Make a store fit a definition that has changed.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .option("--dry-run", "print what would be done and change nothing")
    .action(async (file: string, { store: address, dryRun = false }: MigrateOptions) => {
      const definition = await readSoundDefinition(file, terminal);
      if (definition === undefined) return exit(1);
      const isWell = await withStore(address, { mustExist: dryRun }, terminal, (store) =>
        migrateStore(definition, store, dryRun, terminal),
      );
      exit(isWell ? 0 : 1);
    }),
);

async function migrateStore(
  definition: AppDefinition,
  store: Store,
  dryRun: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const plan = await planMigration(definition, store);
  if (plan === undefined && dryRun) {
    terminal.err(`A store of the kind "${store.name}" cannot tell what it lacks before it adds it.`);
    return false;
  }
  if (plan !== undefined) terminal.out(describePlan(plan));
  if (plan?.some(({ what }) => what === "refuse")) {
    terminal.err("Nothing was changed, and the definition cannot be served from this store.");
    return false;
  }
  if (!dryRun) await createEngine({ definition, store, services: systemServices });
  terminal.out(dryRun ? "Nothing was changed." : "The store fits the definition.");
  return true;
}
