import { ProblemError } from "@tablewright/client";
import type { Word } from "./en.ts";
import { type Say, useWords } from "./use-words.tsx";

interface ProblemNoteProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, in the words of the service, and what can be done. */
export function ProblemNote({ error, onRetry }: ProblemNoteProps) {
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

interface UnreadProps extends Pick<ProblemNoteProps, "onRetry"> {
  readonly error: Error | null;
  readonly data: unknown;
}

/** In place of what is read: that it is awaited, or why it is not there. */
export function Unread({ error, data, onRetry }: UnreadProps) {
  const { say } = useWords();
  if (error !== null) return <ProblemNote error={error} onRetry={onRetry} />;
  return data === undefined ? <p className="skeleton">{say("loading")}</p> : null;
}

/** What went wrong in the words of the service; where it has not answered, in those of the page. */
export function messageOf(error: Error, say: Say, away: Word = "serverAway"): string {
  return error instanceof ProblemError ? error.message : say(away);
}
