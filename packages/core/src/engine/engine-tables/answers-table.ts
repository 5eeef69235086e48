import { engineTable } from "./engine-table.ts";

/**
 * The answers of calls that may come again. Each is written in the transaction of its call, so that a call is carried out if, and only if, its answer is there.
 */
export const answersTable = engineTable(
  "tablewright_answers",
  { Caller: "text", Key: "text", Call: "text", At: "integer", Answer: "text" },
  2,
);

/** Milliseconds for which an answer is kept. */
export const ANSWERS_KEPT = 86_400_000;
