import { Dialog } from "../form/dialog.tsx";
import { useWords } from "../words/use-words.tsx";

interface AskUndoProps {
  /** How many rows the call has changed. */
  readonly rows: number;
  readonly isSending: boolean;
  onUndo(): void;
  onCancel(): void;
}

/** Says how many rows are changed back before they are. */
export function AskUndo({ rows, isSending, onUndo, onCancel }: AskUndoProps) {
  const { say } = useWords();
  return (
    <Dialog title={say("undo")} onCancel={onCancel}>
      <p>{say("undoMany", { count: rows })}</p>
      <footer className="panel-foot">
        <button type="button" onClick={onCancel}>
          {say("cancel")}
        </button>
        <button type="button" className="danger" disabled={isSending} onClick={onUndo}>
          {say("undo")}
        </button>
      </footer>
    </Dialog>
  );
}
