import { once } from "node:events";
import { Command } from "commander";
import { createOperatorLog } from "../log/operator-log.ts";
import { readStores } from "../settings/read-values.ts";
import { addSettings, type GivenFlags, resolveSettings } from "../settings/resolve-settings.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

/** Delivers the events of a store until it is stopped, with a server or without one. */
export const deliverCommand = defineCommand((terminal, exit) =>
  addSettings(
    new Command("deliver")
      .description("Send what waits in the outbox of a store and run its schedules, until stopped.")
      .argument("[definition]", "a definition file, YAML or JSON"),
    "deliver",
  ).action(async (argument: string | undefined, flags: GivenFlags) => {
    const { values, errors, warnings } = await resolveSettings("deliver", flags, terminal.environment);
    for (const line of [...errors, ...warnings]) terminal.err(line);
    if (values === undefined) return exit(2);
    const [file = values.definitions[0], other] = argument === undefined ? values.definitions : [argument];
    if (file === undefined || other !== undefined) {
      terminal.err('One definition is to be named, as in "tablewright deliver app.yaml".');
      return exit(2);
    }
    // The settings of a server may give stores to other applications too.
    const stores = readStores([...new Set([file, ...values.definitions])], values.store);
    if (typeof stores === "string") {
      terminal.err(stores);
      return exit(1);
    }
    const [store = ""] = stores;
    if (store.startsWith("memory:")) {
      terminal.err(
        'Name the store of the server with --store, such as sqlite:rows.sqlite. Events in memory are sent by "tablewright serve" itself.',
      );
      return exit(1);
    }
    exit(await deliverUntilStopped(file, store, values, terminal));
  }),
);

function deliverUntilStopped(
  file: string,
  address: string,
  options: SettingValues,
  terminal: Terminal,
): Promise<number> {
  const deliver = async ({ store, engine, definition }: OpenedApplication) => {
    const { beginDelivery } = await import("../deliver/begin-delivery.ts");
    const log = createOperatorLog(options, terminal);
    const delivery = beginDelivery({ store, engine: () => engine }, options, terminal, log);
    if (!options.quiet)
      terminal.out(`The events of ${definition.name} are delivered until this command is stopped.`);
    if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
    await delivery.stop(terminal.hurried);
    return true;
  };
  return withApplication(file, address, "changes", terminal, deliver, options.functions);
}
