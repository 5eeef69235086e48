import { setTimeout } from "node:timers/promises";
import type { RecordApi, SharedRates } from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";

/** Shares limits in time with other servers every second until it is ended. While that fails the server counts by itself. */
export function beginSharingRates(
  api: Pick<RecordApi, "exchangeRates">,
  shared: SharedRates & { close(): Promise<void> },
  log: OperatorLog,
  between = SECOND,
): { end(): Promise<void> } {
  const ending = new AbortController();
  const share = async () => {
    let isShared = true;
    while (!ending.signal.aborted) {
      try {
        await api.exchangeRates(shared);
        if (!isShared) log.note({ level: "info", message: "Limits in time are shared again.", details: {} });
        isShared = true;
      } catch (error) {
        const because = (error as Error).message;
        if (isShared) log.note({ level: "warning", message: ALONE, details: { because } });
        isShared = false;
      }
      await setTimeout(between, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
    await shared.close().catch(() => {});
  };
  const sharing = share();
  return {
    end: async () => {
      ending.abort();
      await sharing;
    },
  };
}

const ALONE = "Limits in time are not shared with other servers now: each counts by itself.";

/** Milliseconds. */
const SECOND = 1_000;
