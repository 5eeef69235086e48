import { ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAgain } from "../api/read-again.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../shell/use-tables.ts";

interface Undo {
  /** Whether the key may at all; which calls it may undo is said when it tries. */
  readonly isAllowed: boolean;
  undo(call: string): void;
  readonly isSending: boolean;
  readonly isDone: boolean;
  /** Why a call was not undone: a sentence for each row that was changed since, naming the calls that did. */
  readonly reasons: readonly string[];
  forget(): void;
}

/** Changes back what a call has changed; rows are read again. */
export function useUndo(): Undo {
  const { api } = useSession();
  const { tables } = useTables();
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (call: string) => api.undo(call),
    onSuccess: () => readAgain(queries, ["rows", "row"]),
  });
  return {
    isAllowed: tables?.rights.includes("undo") === true,
    undo: mutate,
    isSending: isPending,
    isDone: isSuccess,
    reasons: reasonsOf(error),
    forget: reset,
  };
}

function reasonsOf(error: Error | null): readonly string[] {
  if (error === null) return [];
  const errors = error instanceof ProblemError ? error.errors : [];
  return errors.length === 0 ? [error.message] : errors.map(({ message }) => message);
}
