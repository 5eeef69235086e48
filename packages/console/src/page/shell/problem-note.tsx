import { ProblemError } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";
import { messageOf } from "./message-of.ts";

/** What went wrong, in the words of the service, and what can be done. */
export function ProblemNote({ error, onRetry }: { readonly error: Error; onRetry?(): void }) {
  const { say } = useWords();
  return (
    <div className="problem" role="alert">
      <p>{messageOf(error, say)}</p>
      {error instanceof ProblemError ? <code>{error.code}</code> : null}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          {say("retry")}
        </button>
      )}
    </div>
  );
}
