import { ProblemError } from "@tablewright/client";
import type { Word } from "../words/en.ts";
import type { Say } from "../words/use-words.tsx";

/** What went wrong in the words of the service; where it has not answered, in those of the page. */
export function messageOf(error: Error, say: Say, away: Word = "serverAway"): string {
  return error instanceof ProblemError ? error.message : say(away);
}
