import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "../words/use-words.tsx";
import "./form.css";

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  onCancel(): void;
}

/** A panel at the side of the page that keeps the keyboard until it is closed. */
export function Dialog({ title, children, onCancel }: DialogProps) {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="panel" aria-label={title} onCancel={onCancel} onClose={onCancel}>
      <header className="panel-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <button type="button" onClick={onCancel} aria-label={say("close")}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
