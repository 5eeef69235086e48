import { type Answer, ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Api, type ApiRow, readAgain } from "../api/create-api.ts";
import { newId } from "../api/new-id.ts";
import { useSession } from "../session/session-context.tsx";
import { useChangeNotice } from "../undo/change-notice.tsx";
import type { Word } from "../words/en.ts";
import { messageOf } from "../words/problem-note.tsx";
import { type Say, useWords } from "../words/use-words.tsx";

type Call = (api: Api, options: { readonly idempotencyKey: string }) => Promise<Answer<ApiRow>>;

interface Change {
  /** Carries out one call, after which rows are read again. After an answer that was lost, the same content is not carried out twice. */
  send(content: object, call: Call): void;
  readonly isSending: boolean;
  readonly error: Error | null;
  /** The errors of the service by column; those of no column under "". */
  readonly errors: ReadonlyMap<string, string>;
}

/** A call that changes rows, and what the service says of it; `word` is what is shown when it is done. */
export function useChange(onDone: () => void, word: "saved" | "deleted" = "saved"): Change {
  const { api } = useSession();
  const { say } = useWords();
  const lost = useRef<Attempt>(undefined);
  const tell = useChangeNotice();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ content, call }: { readonly content: object; readonly call: Call }) => {
      const written = JSON.stringify(content);
      if (lost.current?.content !== written) lost.current = { content: written, idempotencyKey: newId() };
      return call(api, { idempotencyKey: lost.current.idempotencyKey });
    },
    onSettled: (_, problem) => {
      if (problem === null || problem instanceof ProblemError) lost.current = undefined;
    },
    onSuccess: async (answer) => {
      tell(answer.call === undefined ? undefined : { word, call: answer.call });
      await readAgain(queries, ["rows", "row"]);
      onDone();
    },
  });
  return {
    send: (content, call) => mutate({ content, call }),
    isSending: isPending,
    error,
    errors: errorsOf(error, say, "answerLost"),
  };
}

/** A call that was sent, by what it changes. */
interface Attempt {
  readonly content: string;
  readonly idempotencyKey: string;
}

/** The messages of an error by column; those of no column under "". */
export function errorsOf(error: Error | null, say: Say, away?: Word): ReadonlyMap<string, string> {
  if (error === null) return new Map();
  const errors = error instanceof ProblemError ? error.errors : [];
  if (errors.length === 0) return new Map([["", messageOf(error, say, away)]]);
  const byColumn = new Map<string, string>();
  for (const { column = "", message } of errors) {
    const earlier = byColumn.get(column);
    byColumn.set(column, earlier === undefined ? message : `${earlier} ${message}`);
  }
  return byColumn;
}
