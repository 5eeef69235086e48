import { setTimeout as sleep } from "node:timers/promises";
import type { AppDefinition, Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";
import { openStore } from "../stores/open-store.ts";
import type { Terminal } from "../terminal.ts";
import { printBacktest } from "./backtest-file.ts";

/**
 * Runs the calls of an engine again by a candidate, after they were answered. While calls come, it works for a fiftieth of the
 * time; calls that it cannot follow are counted. Undefined if it cannot begin, which has been reported.
 */
export async function followByShadow(
  { file, definition }: { readonly file: string; readonly definition: AppDefinition },
  engine: Engine,
  countCalls: () => number,
  log: OperatorLog,
): Promise<{ end(terminal: Terminal): Promise<void> } | undefined> {
  const failed = ({ message: because }: Error) =>
    log.note({ level: "warning", message: "There is no shadow any more.", details: { because } });
  const copy = () => openStore("memory:");
  const begun = await engine.shadow(definition, { copy }).catch(failed);
  for (const { message } of begun?.diagnostics ?? []) failed(new Error(message));
  const shadow = begun?.output;
  if (shadow === undefined) return undefined;
  const ending = new AbortController();
  const { signal } = ending;
  let calls = 0;
  let since = performance.now();
  /** Ends with the shadow: the process waits for it until then. */
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  const rest = async () => {
    const worked = performance.now() - since;
    const isBusy = countCalls() !== calls;
    calls = countCalls();
    await pause(isBusy ? REST * worked : 0);
    since = performance.now();
  };
  let reported = 0;
  const follow = async () => {
    while (!signal.aborted) {
      since = performance.now();
      await shadow.advance(() => signal.aborted, rest);
      const { calls: followed, compared, differing, notRun } = shadow.report();
      if (differing > reported)
        log.note({
          level: "info",
          message: "calls come to something else by the shadow",
          details: { shadow: file, calls: followed, compared, differing, dropped: notRun.overload ?? 0 },
        });
      reported = differing;
      await pause(TICK);
    }
  };
  const following = follow().catch(failed);
  return {
    end: async (terminal) => {
      ending.abort();
      await following;
      terminal.out(printBacktest(shadow.report(), file));
      await shadow.close();
    },
  };
}

/** For each millisecond of work, while calls come. */
const REST = 49;

/** Milliseconds between two looks at the journal. */
const TICK = 200;
