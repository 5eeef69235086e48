import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";

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
