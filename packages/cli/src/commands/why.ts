import { printWhy } from "@tablewright/core";
import { Command } from "commander";
import { functionsOption } from "../functions-option.ts";
import type { Terminal } from "../terminal.ts";
import { readCallFile } from "../why/read-call-file.ts";
import { type Application, withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface WhyOptions {
  readonly store: string;
  readonly runAs?: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Tells why a call does what it does. It is carried out as a dry run, so the store is left as it is. */
export const why = defineCommand((terminal, exit) =>
  new Command("why")
    .description(
      "Tell why a call does what it does: the values of every expression, rules met and not met. Nothing is kept.",
    )
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("<call>", 'a JSON file: { "table", "Action", "Properties", "Rows" }; - for standard input')
    .option("--store <address>", "where the rows live, such as sqlite:rows.sqlite", "memory:")
    .option("--run-as <email>", "who asks; by default the application's owner")
    .addOption(functionsOption())
    .option("--json", "print the answer and its trace as JSON")
    .action(async (file: string, call: string, options: WhyOptions) => {
      exit(await whyFile(file, call, options, terminal));
    }),
);

async function whyFile(
  file: string,
  callFile: string,
  { store, runAs, functions, json }: WhyOptions,
  terminal: Terminal,
): Promise<number> {
  const call = await readCallFile(callFile, terminal);
  if (call === undefined) return 1;
  const properties = { ...call.properties, ...(runAs === undefined ? {} : { RunAsUserEmail: runAs }) };
  const use = call.action === "Find" ? "rows" : "changes"; // a dry run of a change is a transaction that is taken back
  const tell = async ({ engine }: Application) => {
    const answer = await engine.why({ ...call, properties });
    terminal.out(json ? JSON.stringify(answer, null, 2) : printWhy(answer));
    return true;
  };
  return withApplication(file, store, use, terminal, tell, functions);
}
