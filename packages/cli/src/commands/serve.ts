import { once } from "node:events";
import type { Wire } from "@tablewright/core";
import { closeServer, createLogger, createServer } from "@tablewright/http";
import { Command, InvalidArgumentError, Option } from "commander";
import { closeApplications } from "../serve/close-applications.ts";
import { describeApplication } from "../serve/describe-application.ts";
import { listen } from "../serve/listen.ts";
import { type OpenApplication, openApplication } from "../serve/open-application.ts";
import type { Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

interface ServeOptions {
  readonly store: string;
  readonly host: string;
  readonly port: number;
  readonly wire: Wire;
  readonly data?: string;
  readonly quiet?: true;
}

/** Serves applications until it is stopped; what is asked for goes to the output, the log to the error output. */
export const serve = defineCommand((terminal, exit) =>
  new Command("serve")
    .description("Serve applications over HTTP.")
    .argument("<definition...>", "definition files, YAML or JSON")
    .option(
      "--store <address>",
      "where the rows live: memory:, memory:rows.jsonl (loaded at the start, saved at the end), sqlite:rows.sqlite, postgres://user:password@host/database",
      "memory:",
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
      "CSV files to load into empty tables; for memory: the folder data beside the file",
    )
    .option("--quiet", "write nothing but mistakes")
    .action(async (files: string[], options: ServeOptions) =>
      exit(await serveFiles(files, options, terminal)),
    ),
);

async function serveFiles(
  files: readonly string[],
  options: ServeOptions,
  terminal: Terminal,
): Promise<number> {
  const say: Terminal = options.quiet ? { ...terminal, out: () => {} } : terminal;
  const applications: OpenApplication[] = [];
  let isServed = false;
  try {
    for (const file of files) {
      const application = await openApplication(file, options, say);
      if (application === undefined) return 1;
      applications.push(application);
    }
    isServed = await serveApplications(applications, options, say);
  } finally {
    isServed = (await closeApplications(applications, terminal)) && isServed;
  }
  return isServed ? 0 : 1;
}

/** Answers, when it has been stopped, whether there was anything to stop. */

async function serveApplications(
  applications: readonly OpenApplication[],
  options: ServeOptions,
  terminal: Terminal,
): Promise<boolean> {
  const engines = applications.map(({ engine }) => engine);
  const log = { write: (line: string) => terminal.err(line.trimEnd()) };
  const logger = createLogger(log, options.quiet ? "error" : "info");
  const server = createServer({ engines, wire: options.wire, logger });
  const listening = await listen(server, options.host, options.port);
  if ("refusal" in listening) {
    terminal.err(listening.refusal);
    await server.close();
    return false;
  }
  for (const application of applications) {
    terminal.out(await describeApplication(listening.address, application, Date.now()));
  }
  if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
  await closeServer(server, LONGEST_CLOSING);
  return true;
}

/** A second less than operators are promised, for the stores to close in. */
const LONGEST_CLOSING = 9_000;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It is not a number from 0 to 65535.");
}
