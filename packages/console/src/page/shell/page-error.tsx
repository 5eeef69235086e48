import type { ErrorComponentProps } from "@tanstack/react-router";
import { useWords } from "../words/use-words.tsx";

/** In place of a page that could not be shown, which is an exception of ours; the navigation beside it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { say } = useWords();
  return (
    <div className="problem" role="alert">
      <p>{say("pageFailed")}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <button type="button" onClick={reset}>
        {say("retry")}
      </button>
    </div>
  );
}
