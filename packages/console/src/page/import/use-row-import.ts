import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { type ImportPlan, type ImportProgress, RowImport } from "./row-import.ts";

/** A try, which keeps nothing, or an import. */
export interface RunningImport {
  readonly isTry: boolean;
  readonly progress: ImportProgress;
  readonly isRunning: boolean;
  /** Why it has paused before its end. */
  readonly error: Error | undefined;
}

interface RowImports {
  /** The last one that was begun. */
  readonly current: RunningImport | undefined;
  begin(plan: ImportPlan): void;
  stop(): void;
  /** After it was stopped, or could not go on. */
  goOn(): void;
  forget(): void;
}

/** Runs one import at a time; it is stopped when the page is left. */
export function useRowImport(): RowImports {
  const { api } = useSession();
  const queries = useQueryClient();
  const [current, setCurrent] = useState<RunningImport>();
  const rows = useRef<RowImport>(undefined);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const run = async (started: RowImport, isTry: boolean) => {
    const { signal } = stopping.current;
    const show = (more: Partial<RunningImport>) =>
      setCurrent((now) => ({ isTry, progress: NOTHING, isRunning: true, error: undefined, ...now, ...more }));
    show({ isRunning: true, error: undefined });
    try {
      await started.run(signal, (progress) => show({ progress }));
      show({ isRunning: false });
    } catch (error) {
      if (rows.current === started)
        show({ isRunning: false, error: signal.aborted ? undefined : (error as Error) });
    }
    if (!isTry) await readAgain(queries, ["rows"]);
  };
  return {
    current,
    begin: (plan) => {
      stopping.current = new AbortController();
      rows.current = new RowImport(api.add, plan);
      setCurrent(undefined);
      void run(rows.current, plan.properties.DryRun === true);
    },
    stop: () => stopping.current.abort(),
    goOn: () => {
      if (rows.current === undefined || current === undefined) return;
      stopping.current = new AbortController();
      void run(rows.current, current.isTry);
    },
    forget: () => {
      stopping.current.abort();
      rows.current = undefined;
      setCurrent(undefined);
    },
  };
}

const NOTHING: ImportProgress = { done: 0, saved: 0, refused: [] };
