import { type Answer, ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Api, Row } from "../api/create-api.ts";
import { readAgain } from "../api/read-again.ts";
import { useSession } from "../session/session-context.tsx";
import { useChangeNotice } from "../undo/change-notice.tsx";

type Call = (api: Api) => Promise<Answer<Row>>;

interface Change {
  /** Carries out one call, after which rows are read again. */
  send(call: Call): void;
  readonly isSending: boolean;
  readonly error: Error | null;
  /** The errors of the service by column; those of no column under "". */
  readonly errors: ReadonlyMap<string, string>;
}

/** A call that changes rows, and what the service says of it; `word` is what is shown when it is done. */
export function useChange(onDone: () => void, word: "saved" | "deleted" = "saved"): Change {
  const { api } = useSession();
  const tell = useChangeNotice();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (call: Call) => call(api),
    onSuccess: async (answer) => {
      tell(answer.call === undefined ? undefined : { word, call: answer.call });
      await readAgain(queries, ["rows", "row"]);
      onDone();
    },
  });
  return { send: mutate, isSending: isPending, error, errors: errorsOf(error) };
}

/** The messages of an error by column; those of no column under "". */
export function errorsOf(error: Error | null): ReadonlyMap<string, string> {
  if (error === null) return new Map();
  const errors = error instanceof ProblemError ? error.errors : [];
  if (errors.length === 0) return new Map([["", error.message]]);
  const byColumn = new Map<string, string>();
  for (const { column = "", message } of errors) {
    const earlier = byColumn.get(column);
    byColumn.set(column, earlier === undefined ? message : `${earlier} ${message}`);
  }
  return byColumn;
}
