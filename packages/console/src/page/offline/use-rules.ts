import { useEffect, useRef, useState } from "react";
import { A_MOMENT } from "../shell/use-settled.ts";
import type { AskedRules, WorkedRules } from "./rules-worker.ts";
import rulesWorker from "./rules-worker.ts?url";

interface RulesAtWork {
  /** Of the last text that was checked to its end; undefined until then. */
  readonly worked: WorkedRules | undefined;
  /** The seconds after which checking was ended, because it took too long. */
  readonly endedAfter: number | undefined;
  readonly isWorking: boolean;
}

/** Checks and tries rules a moment after each change; a check that is not done by then is ended. */
export function useRules({ text, facts }: AskedRules): RulesAtWork {
  const [state, setState] = useState<RulesAtWork>(NOTHING);
  const worker = useRef<Worker>(undefined);
  const asked = JSON.stringify(facts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal facts are the same facts
  useEffect(() => {
    let isDone = false;
    const end = () => {
      worker.current?.terminate();
      worker.current = undefined;
    };
    const timers = [
      setTimeout(() => {
        setState((before) => ({ ...before, endedAfter: undefined, isWorking: true }));
        worker.current ??= new Worker(rulesWorker, { type: "module" });
        worker.current.onmessage = ({ data }: MessageEvent<WorkedRules>) => {
          isDone = true;
          clearTimeout(timers[1]);
          setState({ worked: data, endedAfter: undefined, isWorking: false });
        };
        worker.current.postMessage({ text, facts } satisfies AskedRules);
      }, 2 * A_MOMENT),
      setTimeout(() => {
        end();
        setState({ worked: undefined, endedAfter: LONGEST_CHECK / 1_000, isWorking: false });
      }, LONGEST_CHECK),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      if (!isDone) end();
    };
  }, [text, asked]);
  return state;
}

const NOTHING: RulesAtWork = { worked: undefined, endedAfter: undefined, isWorking: true };

/** Milliseconds. */
const LONGEST_CHECK = 20_000;
