import type { WrittenScalar } from "@tablewright/core/definition";

/** Words as a scalar of the type writes them; undefined where they cannot be put into it. */
export function escapedIn(type: WrittenScalar["type"], words: string): string | undefined {
  if (type === "QUOTE_SINGLE") return words.replaceAll("'", "''");
  if (type === "QUOTE_DOUBLE") return JSON.stringify(words).slice(1, -1);
  if (type !== "PLAIN") return words;
  return /: | #|^[[{"'&*!|>%@`]/.test(words) ? undefined : words;
}
