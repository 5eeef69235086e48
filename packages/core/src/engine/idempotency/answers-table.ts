import type { StoredTable } from "../../storage/index.ts";

/**
 * The answers of calls that may come again, beside the tables of the application, of a name that no definition can have. Each is
 * written in the transaction of its call, so that a call is carried out if, and only if, its answer is there.
 */
export const answersTable: StoredTable = {
  name: "tablewright_answers",
  columns: [
    { name: "Caller", kind: "text", family: "text", indexed: false },
    { name: "Key", kind: "text", family: "text", indexed: false },
    { name: "Call", kind: "text", family: "text", indexed: false },
    { name: "At", kind: "integer", family: "number", indexed: false },
    { name: "Answer", kind: "text", family: "text", indexed: false },
  ],
  key: [0, 1],
  rowNumbers: "stable",
};

/** Milliseconds for which an answer is kept. */
export const ANSWERS_KEPT = 86_400_000;
