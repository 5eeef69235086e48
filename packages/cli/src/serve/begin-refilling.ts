import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";

/**
 * Every second, until it is ended, gives rows their values that servers with an older definition have changed; so servers may be
 * replaced one after the other. What fails is reported once and tried again. `onOutdated` is called once for each engine whose
 * tables a migration has changed: its file may have the later definition already.
 */
export function beginRefilling(
  engines: () => readonly Engine[],
  onOutdated: () => void,
  log: OperatorLog,
): { end(): Promise<void> } {
  const outdated = new WeakSet<Engine>();
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const reported = new Map<string, string>();
  const refill = async () => {
    for (const engine of engines()) {
      if (isEnded) return;
      const { app, refill, check } = engine;
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
      if (outdated.has(engine) || !(await check().then(() => false, isOutdated))) continue;
      outdated.add(engine);
      onOutdated();
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

function isOutdated(error: { readonly code?: unknown }): boolean {
  return error.code === "server/definition-outdated";
}

const SECOND = 1_000;
