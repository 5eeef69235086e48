import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";
import type { Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";

/** Trims journals every hour until it is ended; what fails is reported and tried again an hour later. */
export function beginTrimming(engines: readonly Engine[], log: OperatorLog): { end(): Promise<void> } {
  let underWay: Promise<void> = Promise.resolve();
  let isEnded = false;
  const trimAll = () => {
    underWay = underWay.then(async () => {
      for (const engine of engines)
        await engine.trimHistory(() => isEnded).catch((error: Error) => report(error, log));
    });
  };
  trimAll();
  const timer = setInterval(trimAll, HOUR).unref();
  return {
    end: async () => {
      isEnded = true;
      clearInterval(timer);
      await underWay;
    },
  };
}

function report({ message: because }: Error, log: OperatorLog): void {
  log.note({ level: "warning", message: "The journal could not be trimmed.", details: { because } });
}

const HOUR = 3_600_000;

/** Trims the journal, the outbox and the history of runs of a store and prints how much that was; answers the exit code. */
export function trimStored(
  file: string,
  { store, functions }: { readonly store: string; readonly functions?: string },
  terminal: Terminal,
): Promise<number> {
  const trim = async ({ engine }: OpenedApplication) => {
    const { removed, events, runs } = await engine.trimHistory();
    const counts = [removed, events, runs].map((count) => count.toLocaleString("en-US"));
    terminal.out(
      `Entries removed from the journal: ${counts[0]}. Events: ${counts[1]}. Runs of rules: ${counts[2]}.`,
    );
    return true;
  };
  return withApplication(file, store, "changes", terminal, trim, functions);
}
