import { ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useState } from "react";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import type { Word } from "../words/en.ts";
import { messageOf } from "../words/problem-note.tsx";
import { type Say, useWords } from "../words/use-words.tsx";
import "./undo.css";

/** What was just changed. */
interface LastChange {
  readonly word: Word;
  /** Its id in the history. */
  readonly call: string;
}

const NoticeContext = createContext<(change: LastChange | undefined) => void>(() => {});

/** Says what was just changed, below the page, where it can be undone; the next change takes its place. */
export function ChangeNotice({ children }: { readonly children: ReactNode }) {
  const [change, setChange] = useState<LastChange>();
  return (
    <NoticeContext value={setChange}>
      {children}
      {change === undefined ? null : (
        <Notice key={change.call} change={change} onClose={() => setChange(undefined)} />
      )}
    </NoticeContext>
  );
}

/** Shows a notice of a recorded change; undefined removes the notice. */
export function useChangeNotice(): (change: LastChange | undefined) => void {
  return use(NoticeContext);
}

function Notice({ change, onClose }: { readonly change: LastChange; onClose(): void }) {
  const { say } = useWords();
  const { isAllowed, undo, isSending, isDone, reasons } = useUndo();
  if (!isAllowed) return null;
  return (
    <aside className="notice" aria-live="polite" aria-label={say("lastChange")}>
      <span>{say(isDone ? "undone" : change.word)}</span>
      {isDone ? null : (
        <button type="button" disabled={isSending} onClick={() => undo(change.call)}>
          {say("undo")}
        </button>
      )}
      <button type="button" onClick={onClose} aria-label={say("close")}>
        ✕
      </button>
      <Reasons reasons={reasons} />
    </aside>
  );
}

/** Why something was not undone. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  return reasons.map((reason) => (
    <p key={reason} className="problem" role="alert">
      {reason}
    </p>
  ));
}

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
