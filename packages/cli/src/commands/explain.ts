import { type AppDefinition, createEngine, planMigration, printExcerpt } from "@tablewright/core";
import type { MigrationStep, Store } from "@tablewright/core/storage";
import { Command } from "commander";
import { describeExplanation } from "../explain/describe-explanation.ts";
import { readSoundDefinition } from "../read-sound-definition.ts";
import { systemServices } from "../system-services.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-store.ts";
import { defineCommand } from "./define-command.ts";

interface ExplainOptions {
  readonly store: string;
  readonly runAs?: string;
  readonly json?: true;
}

/** Tells how a Find would be carried out; no row is read, and the store is left as it is. */
export const explain = defineCommand((terminal, exit) =>
  new Command("explain")
    .description(
      "Tell what of a Find the store does, by which statement and indexes, and what is left to the engine.",
    )
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("<table>", "a table or slice")
    .argument("[selector]", "such as 'FILTER(\"Orders\", [Total] > 100)'; all rows without one")
    .option("--store <address>", "where the rows live, such as sqlite:rows.sqlite", "memory:")
    .option("--run-as <email>", "who asks; by default the application's owner")
    .option("--json", "print the explanation as JSON")
    .action(async (file: string, table: string, selector: string | undefined, options: ExplainOptions) => {
      const definition = await readSoundDefinition(file, terminal);
      if (definition === undefined) return exit(1);
      const isWell = await withStore(options.store, { mustExist: true }, terminal, (store) =>
        explainFind({ definition, store }, { table, selector, ...options }, terminal),
      );
      exit(isWell ? 0 : 1);
    }),
);

async function explainFind(
  { definition, store }: { readonly definition: AppDefinition; readonly store: Store },
  { table, selector, runAs, json }: ExplainOptions & { table: string; selector: string | undefined },
  terminal: Terminal,
): Promise<boolean> {
  const plan = await planMigration(definition, store);
  if (plan?.some(({ what }) => !ASIDE.has(what))) {
    terminal.err('The store does not fit the definition; "tablewright migrate" tells what it lacks.');
    return false;
  }
  const engine = await createEngine({ definition, store, services: systemServices });
  const properties = {
    ...(selector === undefined ? {} : { Selector: selector }),
    ...(runAs === undefined ? {} : { RunAsUserEmail: runAs }),
  };
  const { output, diagnostics } = await engine.explain({ action: "Find", table, properties });
  for (const diagnostic of diagnostics) terminal.err(printExcerpt(selector ?? "", diagnostic));
  if (output === undefined) return false;
  terminal.out(json ? JSON.stringify(output, null, 2) : describeExplanation(output));
  return true;
}

/** What is kept although the definition does not name it any more changes nothing. */
const ASIDE: ReadonlySet<MigrationStep["what"]> = new Set(["keepColumn", "keepTable"]);
