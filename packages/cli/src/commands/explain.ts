import { type Engine, printExcerpt } from "@tablewright/core";
import { Command } from "commander";
import { describeExplanation } from "../explain/describe-explanation.ts";
import { functionsOption } from "../functions-option.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface ExplainOptions {
  readonly store: string;
  readonly runAs?: string;
  readonly functions?: string;
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
    .addOption(functionsOption())
    .option("--json", "print the explanation as JSON")
    .action(async (file: string, table: string, selector: string | undefined, options: ExplainOptions) => {
      exit(
        await withApplication(
          file,
          options.store,
          "rows",
          terminal,
          ({ engine }) => explainFind(engine, { table, selector, ...options }, terminal),
          options.functions,
        ),
      );
    }),
);

async function explainFind(
  engine: Engine,
  { table, selector, runAs, json }: ExplainOptions & { table: string; selector: string | undefined },
  terminal: Terminal,
): Promise<boolean> {
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
