import { ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import { messageOf } from "../words/problem-note.tsx";
import { type Say, useWords } from "../words/use-words.tsx";

interface Undo {
  /** Whether the key may at all; which calls it may undo is said when it tries. */
  readonly isAllowed: boolean;
  undo(call: string): void;
  /** The same, but of a call that has changed several rows it asks first. */
  undoOrAsk(call: string): void;
  /** What is asked about. */
  readonly asked: { readonly call: string; readonly rows: number } | undefined;
  cancel(): void;
  readonly isSending: boolean;
  readonly isDone: boolean;
  /** Why a call was not undone: a sentence for each row that was changed since, naming the calls that did. */
  readonly reasons: readonly string[];
}

/** Changes back what a call has changed; rows are read again. */
export function useUndo(): Undo {
  const { api } = useSession();
  const { say } = useWords();
  const { tables } = useTables();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Undo["asked"]>();
  const undoing = useMutation({
    mutationFn: (call: string) => api.undo(call),
    onSuccess: () => readAgain(queries, ["rows", "row"]),
    onSettled: () => setAsked(undefined),
  });
  const trying = useMutation({
    mutationFn: (call: string) => api.undo(call, { properties: { DryRun: true } }),
    onMutate: () => undoing.reset(),
    onSuccess: ({ rows }, call) => {
      if (rows.length > 1) setAsked({ call, rows: rows.length });
      else undoing.mutate(call);
    },
  });
  return {
    isAllowed: tables?.rights.includes("undo") === true,
    undo: undoing.mutate,
    undoOrAsk: trying.mutate,
    asked,
    cancel: () => setAsked(undefined),
    isSending: undoing.isPending || trying.isPending,
    isDone: undoing.isSuccess,
    reasons: reasonsOf(trying.error ?? undoing.error, say),
  };
}

function reasonsOf(error: Error | null, say: Say): readonly string[] {
  if (error === null) return [];
  const errors = error instanceof ProblemError ? error.errors : [];
  return errors.length === 0 ? [messageOf(error, say)] : errors.map(({ message }) => message);
}
