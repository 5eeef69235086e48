import { type AppDefinition, migrateStore, planMigration } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { Command } from "commander";
import { describePlan } from "../migrate/describe-plan.ts";
import { systemServices } from "../platform.ts";
import { readSoundDefinition } from "../read-definition.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface MigrateOptions {
  readonly store: string;
  readonly dryRun?: boolean;
  readonly drop?: boolean;
  readonly refill?: boolean;
}

/**
 * Prints what has to change in a store for a definition, and changes it unless only the plan is asked for; serving adds what is
 * missing as well, but renames, converts and removes nothing.
 */
export const migrateCommand = defineCommand((terminal, exit) =>
  new Command("migrate")
    .description("Make a store fit a definition that has changed.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .option("--dry-run", "print what would be done and change nothing")
    .option("--drop", "remove tables and columns that the definition no longer names, with their values")
    .option(
      "--refill",
      "compute formulas that are stored again in all rows, and initial values that are missing",
    )
    .action(async (file: string, options: MigrateOptions) => {
      const definition = await readSoundDefinition(file, terminal);
      if (definition === undefined) return exit(1);
      const { store: address, dryRun = false } = options;
      const opening = dryRun ? { mustExist: true, dryRun } : {};
      const isWell = await withStore(address, definition, opening, terminal, (store) =>
        carryOut(definition, store, options, terminal),
      );
      exit(isWell ? 0 : 1);
    }),
);

async function carryOut(
  definition: AppDefinition,
  store: Store,
  { dryRun = false, drop: drops = false, refill: refills = false }: MigrateOptions,
  terminal: Terminal,
): Promise<boolean> {
  const migration = { drops, refills };
  const plan = await planMigration(definition, store, migration);
  if (plan === undefined && dryRun) {
    terminal.err(`A store of the kind "${store.name}" cannot say what it lacks before it adds it.`);
    return false;
  }
  if (plan !== undefined) terminal.out(describePlan(plan, definition.tables));
  if (plan?.some(({ what }) => what === "refuse")) {
    terminal.err("Nothing was changed, and the definition cannot be served from this store.");
    return false;
  }
  if (!dryRun) await migrateStore({ definition, store, services: systemServices }, migration);
  terminal.out(dryRun ? "Nothing was changed." : "The store fits the definition.");
  return true;
}
