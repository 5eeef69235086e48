import { once } from "node:events";
import { Command } from "commander";
import { allowPrivateTargets } from "../deliver/allow-private-targets.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface DeliverOptions {
  readonly store: string;
  readonly allowPrivateTargets?: true;
  readonly quiet?: true;
}

/** Delivers the events of a store until it is stopped, beside a server or without one. */
export const deliver = defineCommand((terminal, exit) =>
  new Command("deliver")
    .description("Send the webhooks that wait in the outbox of a store, until stopped.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .addOption(allowPrivateTargets())
    .option("--quiet", "write nothing but warnings")
    .action(async (file: string, options: DeliverOptions) => {
      if (options.store.startsWith("memory:")) {
        terminal.err("The rows of a store in memory are in one process; serve delivers its events.");
        return exit(1);
      }
      exit(await deliverUntilStopped(file, options, terminal));
    }),
);

function deliverUntilStopped(file: string, options: DeliverOptions, terminal: Terminal): Promise<number> {
  return withApplication(file, options.store, terminal, async ({ store, definition }) => {
    const { beginDelivery } = await import("../deliver/begin-delivery.ts");
    const delivery = beginDelivery(store, options, terminal);
    if (!options.quiet)
      terminal.out(`The events of ${definition.name} are delivered until this command is stopped.`);
    if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
    await delivery.stop(terminal.hurried);
    return true;
  });
}
