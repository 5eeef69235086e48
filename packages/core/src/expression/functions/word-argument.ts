import { suggest } from "../../diagnostics/index.ts";
import type { Relate } from "../check/check-call.ts";

/** A check that the argument at `index`, a constant name, is one of `words` in any case. */
export function checkWord(name: string, index: number, parameter: string, words: readonly string[]): Relate {
  return (state, parts) => {
    const part = parts[index];
    if (part?.op !== "constant") return parts;
    const word = String(part.value ?? "");
    if (words.some((one) => one.toUpperCase() === word.toUpperCase())) return parts;
    return state.report(
      "call/unknown-word",
      { function: name, parameter, word, words, suggestion: suggest(word, words) },
      part,
    );
  };
}
