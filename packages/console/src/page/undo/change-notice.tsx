import { createContext, type ReactNode, use, useState } from "react";
import type { Word } from "../words/en.ts";
import { useWords } from "../words/use-words.tsx";
import { useUndo } from "./use-undo.ts";
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
