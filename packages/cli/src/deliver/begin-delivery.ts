import type { Store } from "@tablewright/core/storage";
import { type Delivery, nodeSend, startDelivery, systemClock } from "@tablewright/delivery";
import { drawNumber } from "../draw-number.ts";
import { writeLogEntry } from "../serve/write-log-entry.ts";
import type { Terminal } from "../terminal.ts";
import { ALLOW_PRIVATE_TARGETS } from "./allow-private-targets.ts";

/** Begins to deliver the events of a store, with the clock, the network and the environment of this process. */
export function beginDelivery(
  store: Store,
  options: { readonly allowPrivateTargets?: true; readonly quiet?: true },
  terminal: Terminal,
): Delivery {
  const isOpen = options.allowPrivateTargets === true || process.env[ALLOW_PRIVATE_TARGETS] === "true";
  return startDelivery({
    store,
    clock: systemClock,
    random: drawNumber,
    secrets: (name) => process.env[name],
    send: nodeSend(isOpen ? { allows: () => true } : {}),
    log: (entry) => {
      if (options.quiet && entry.level === "info") return;
      terminal.err(writeLogEntry(entry, Date.now()));
    },
  });
}
