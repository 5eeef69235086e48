import { Command } from "commander";
import { addSettings, type GivenFlags, resolveSettings } from "../settings/resolve-settings.ts";
import { defineCommand } from "./define-command.ts";

/** Serves applications until it is stopped; what is asked for goes to the output, the log to the error output. */
export const serveCommand = defineCommand((terminal, exit) =>
  addSettings(
    new Command("serve")
      .description("Serve applications over HTTP.")
      .argument("[definition...]", "definition files, YAML or JSON"),
    "serve",
  )
    .option("--check", "tell all that would keep it from serving, and end")
    .action(async (files: readonly string[], { check, ...flags }: GivenFlags & { check?: true }) => {
      const { values, errors, warnings } = await resolveSettings("serve", flags, terminal.environment);
      for (const line of [...errors, ...warnings]) terminal.err(line);
      if (values === undefined) return exit(2);
      const definitions = files.length > 0 ? files : values.definitions;
      if (definitions.length === 0) {
        terminal.err(NO_DEFINITION);
        return exit(2);
      }
      // The other commands do not wait for the server's packages.
      if (check) {
        const { checkServing } = await import("../serve/check-serving.ts");
        return exit(await checkServing(definitions, values, terminal));
      }
      const { serveFiles } = await import("../serve/serve-files.ts");
      exit(await serveFiles(definitions, values, terminal));
    }),
);

const NO_DEFINITION =
  'No definition is named: give a file, as in "tablewright serve app.yaml", or the setting "definitions".';
