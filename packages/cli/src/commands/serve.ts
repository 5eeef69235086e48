import { Command, InvalidArgumentError, Option } from "commander";
import { allowPrivateTargets } from "../deliver/allow-private-targets.ts";
import type { ServeOptions } from "../serve/serve-files.ts";
import { defineCommand } from "./define-command.ts";

/** Serves applications until it is stopped; what is asked for goes to the output, the log to the error output. */
export const serve = defineCommand((terminal, exit) =>
  new Command("serve")
    .description("Serve applications over HTTP.")
    .argument("<definition...>", "definition files, YAML or JSON")
    .option(
      "--store <address>",
      "where the rows live: memory: (the default), memory:rows.jsonl (loaded at the start, saved at the end), sqlite:rows.sqlite, postgres://user:password@host/database, mysql://user:password@host/database (also MariaDB); of several definitions once for each, as shop=sqlite:shop.sqlite for shop.yaml",
      (text: string, given: readonly string[] = []) => [...given, text],
    )
    .option("--host <name>", "the address to listen on", "127.0.0.1")
    .option("--port <number>", "the port to listen on; 0 takes a free one", readPort, 8080)
    .addOption(
      new Option("--wire <form>", "the form of answers")
        .choices(["spec", "appsheet", "typed"])
        .default("spec"),
    )
    .option(
      "--data <folder>",
      "CSV, Excel or JSON Lines files, named by tables, to load into empty tables; for memory: the folder data beside the file",
    )
    .option(
      "--data-locale <tag>",
      "how dates and numbers in those files are written; ISO dates are read in any",
      "en-US",
    )
    .option(
      "--limit <name=number>",
      "another limit than that of docs/limits.md, such as rows=50000 or milliseconds=10000; once for each",
      (text: string, given: readonly string[] = []) => [...given, text],
    )
    .option("--no-query-keys", "refuse access keys in the address, where logs and proxies keep them")
    .option(
      "--allow-plain-keys",
      "serve other machines although an access key is in a definition as plain text",
    )
    .option("--no-deliver", "leave the webhooks of workflow rules in the outbox, for tablewright deliver")
    .addOption(allowPrivateTargets())
    .option("--quiet", "write nothing but errors")
    .action(async (files: string[], options: ServeOptions) => {
      // The other commands do not wait for the server's packages.
      const { serveFiles } = await import("../serve/serve-files.ts");
      exit(await serveFiles(files, options, terminal));
    }),
);

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It is not a number from 0 to 65535.");
}
