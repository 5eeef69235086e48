import { ProblemError } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";

/** What went wrong, in the words of the service, and what can be done. */
export function ProblemNote({ error, onRetry }: { readonly error: Error; onRetry?(): void }) {
  const { say } = useWords();
  const isAnswered = error instanceof ProblemError;
  return (
    <div className="problem" role="alert">
      <p>{isAnswered ? error.message : say("serverAway")}</p>
      {isAnswered ? <code>{error.code}</code> : null}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          {say("retry")}
        </button>
      )}
    </div>
  );
}
