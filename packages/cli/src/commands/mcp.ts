import { Command } from "commander";
import type { AssistantOptions } from "../mcp/serve-assistant.ts";
import { functionsOption } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Lets an assistant use an application, by the Model Context Protocol over standard input and output. */
export const mcpCommand = defineCommand((terminal, exit) =>
  new Command("mcp")
    .description(
      "Let an assistant use an application: a server of the Model Context Protocol over standard input and output.",
    )
    .argument("<definition>", "a definition file, YAML or JSON")
    .option("--store <address>", "where the rows live, such as sqlite:rows.sqlite", "memory:")
    .option("--data <folder>", "CSV files, named by tables, to load into empty tables")
    .addOption(functionsOption())
    .option("--run-as <email>", "for whom the assistant calls; by default the application's owner")
    .option("--read-only", "rows can be read, and nothing can be changed")
    .action(async (file: string, options: AssistantOptions) => {
      const { serveAssistant } = await import("../mcp/serve-assistant.ts");
      exit((await serveAssistant(file, options, terminal)) ? 0 : 1);
    }),
);
