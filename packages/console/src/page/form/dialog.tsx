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

interface DialogFootProps {
  /** What the button that is not "Cancel" says. */
  readonly label: ReactNode;
  readonly isDisabled: boolean;
  onCancel(): void;
  /** Deletes or undoes something; without it the button submits the form of the dialog. */
  onDanger?(): void;
}

/** The buttons of a dialog. */
export function DialogFoot({ label, isDisabled, onCancel, onDanger }: DialogFootProps) {
  const { say } = useWords();
  return (
    <footer className="panel-foot">
      <button type="button" onClick={onCancel}>
        {say("cancel")}
      </button>
      <button
        type={onDanger === undefined ? "submit" : "button"}
        className={onDanger === undefined ? "main" : "danger"}
        disabled={isDisabled}
        onClick={onDanger}
      >
        {label}
      </button>
    </footer>
  );
}
