import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";

/**
 * Every second, until it is ended, gives rows their values that servers with an older definition have changed; so servers may be
 * replaced one after the other. It also learns when the own definition is outdated. What fails is reported once and tried again.
 */
export function beginRefilling(engines: () => readonly Engine[], log: OperatorLog): { end(): Promise<void> } {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const reported = new Map<string, string>();
  const refill = async () => {
    for (const { app, refill } of engines()) {
      if (isEnded) return;
      const because = await refill().then(
        () => "",
        (error: Error) => error.message,
      );
      if (because !== "" && because !== reported.get(app.id)) {
        const details = { app: app.id, because };
        log.note({
          level: "warning",
          message: "Rows of servers with an older definition are not filled.",
          details,
        });
      }
      reported.set(app.id, because);
    }
  };
  const begin = () => {
    timer = setTimeout(() => {
      underWay = refill().then(() => {
        if (!isEnded) begin();
      });
    }, SECOND).unref();
  };
  begin();
  return {
    end: async () => {
      isEnded = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

const SECOND = 1_000;
