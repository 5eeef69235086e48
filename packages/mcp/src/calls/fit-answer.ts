import type { Answer, Cells } from "@tablewright/client";
import { diagnose } from "@tablewright/core";
import { done, type Reply, refused } from "./reply.ts";

/** Characters of one answer: what an assistant reads in one go. */
export const ANSWER_CHARACTERS = 50_000;

/** Rows as an assistant is given them. What was left out is said. */
export interface FittedRows {
  readonly rows: readonly Cells[];
  readonly note?: string;
}

/** As many of the rows as fit into an answer; of what they belong to it is assumed that it takes a tenth. */
export function fitRows(rows: readonly Cells[], room = ANSWER_CHARACTERS * 0.9): FittedRows {
  let used = 0;
  let count = 0;
  for (const row of rows) {
    used += JSON.stringify(row).length + 1;
    if (used > room) break;
    count++;
  }
  if (count === rows.length) return { rows };
  const note = `Only the first ${count} of ${rows.length} rows are shown, because an answer has at most ${ANSWER_CHARACTERS} characters.`;
  return { rows: rows.slice(0, count), note };
}

/** The rows and the warnings of a call. */
export function fitAnswer(
  answer: Pick<Answer<Cells>, "rows" | "warnings">,
): FittedRows & { readonly warnings?: unknown } {
  const { rows, warnings } = answer;
  return { ...fitRows(rows), ...(warnings.length === 0 ? {} : { warnings }) };
}

/** A description whole, or an error: half of it would mislead. */
export function fitWhole<T extends object>(value: T, limit = ANSWER_CHARACTERS): Reply<T> {
  const characters = JSON.stringify(value).length;
  return characters <= limit ? done(value) : refused(diagnose("limit/answer-size", { characters, limit }));
}
