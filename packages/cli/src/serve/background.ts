/** What a server does again and again besides answering: sharing limits in time, filling rows and trimming journals. */
import { setTimeout } from "node:timers/promises";
import type { Engine } from "@tablewright/core";
import type { RecordApi, SharedRates } from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";

export interface BackgroundWork {
  /** Resolves when what is under way is done. */
  end(): Promise<void>;
}

/** Milliseconds. */
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Runs `work` now, and again so many milliseconds after each run; the signal aborts when it is to end. */
function repeat(work: (ending: AbortSignal) => Promise<void>, between: number): BackgroundWork {
  const ending = new AbortController();
  const { signal } = ending;
  const run = async () => {
    while (!signal.aborted) {
      await work(signal);
      await setTimeout(between, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Shares limits in time with other servers every second until it is ended. While that fails the server counts by itself. */
export function beginSharingRates(
  api: Pick<RecordApi, "exchangeRates">,
  shared: SharedRates & { close(): Promise<void> },
  log: OperatorLog,
  between = SECOND,
): BackgroundWork {
  let isShared = true;
  const sharing = repeat(async () => {
    try {
      await api.exchangeRates(shared);
      if (!isShared) log.note({ level: "info", message: "Limits in time are shared again.", details: {} });
      isShared = true;
    } catch (error) {
      const because = (error as Error).message;
      if (isShared) log.note({ level: "warning", message: NOT_SHARED, details: { because } });
      isShared = false;
    }
  }, between);
  return { end: () => sharing.end().then(() => shared.close().catch(() => {})) };
}

const NOT_SHARED = "Limits in time are not shared with other servers now: each counts by itself.";

/**
 * Every second, until it is ended, gives rows their values that servers with an older definition have changed; so servers may be
 * replaced one after the other. What fails is reported once and tried again. `onOutdated` is called once for each engine whose
 * tables a migration has changed: its file may have the later definition already.
 */
export function beginRefilling(
  engines: () => readonly Engine[],
  onOutdated: () => void,
  log: OperatorLog,
): BackgroundWork {
  const outdated = new WeakSet<Engine>();
  const reported = new Map<string, string>();
  return repeat(async (ending) => {
    for (const engine of engines()) {
      if (ending.aborted) return;
      const { app, refill, check } = engine;
      const because = await refill().then(
        () => "",
        (error: Error) => error.message,
      );
      if (because !== "" && because !== reported.get(app.id))
        log.note({ level: "warning", message: NOT_FILLED, details: { app: app.id, because } });
      reported.set(app.id, because);
      if (outdated.has(engine) || !(await check().then(() => false, isOutdated))) continue;
      outdated.add(engine);
      onOutdated();
    }
  }, SECOND);
}

const NOT_FILLED = "Rows of servers with an older definition are not filled.";

function isOutdated(error: { readonly code?: unknown }): boolean {
  return error.code === "server/definition-outdated";
}

/** Trims journals every hour until it is ended; what fails is reported and tried again an hour later. */
export function beginTrimming(engines: readonly Engine[], log: OperatorLog): BackgroundWork {
  return repeat(async (ending) => {
    for (const engine of engines)
      await engine
        .trimHistory(() => ending.aborted)
        .catch(({ message: because }: Error) =>
          log.note({ level: "warning", message: "The journal could not be trimmed.", details: { because } }),
        );
  }, HOUR);
}
