import type { Answer, Cells } from "@tablewright/client";
import { diagnose } from "@tablewright/core";
import type { Change, ChangeAnswers } from "./record-calls.ts";
import { done, type Reply, refused } from "./reply.ts";

/** Characters of one answer: what an assistant reads in one go. */
export const ANSWER_CHARACTERS = 50_000;

/** Rows as an assistant is given them. What was left out is said. */
interface FittedRows {
  readonly rows: readonly Cells[];
  readonly note?: string;
}

/**
 * As many of the rows as fit into an answer; of what they belong to it is assumed that it takes a tenth. Where not all fit, long
 * lists are cut first: a row is of no use to those who see nothing of it.
 */
export function fitRows(rows: readonly Cells[], room = ANSWER_CHARACTERS * 0.9): FittedRows {
  if (countFitting(rows, room) === rows.length) return { rows };
  const cut = rows.map(withoutLongLists);
  const count = countFitting(cut, room);
  const notes: string[] = [];
  if (cut.slice(0, count).some((row, at) => row !== rows[at]))
    notes.push(`Of lists of more than ${MOST_ITEMS} items the first ${MOST_ITEMS} are shown.`);
  if (count < rows.length)
    notes.push(
      `Only the first ${count} of ${rows.length} rows are shown, because an answer has at most ${ANSWER_CHARACTERS} characters.`,
    );
  return { rows: cut.slice(0, count), note: notes.join(" ") };
}

function countFitting(rows: readonly Cells[], room: number): number {
  let used = 0;
  for (const [count, row] of rows.entries()) {
    used += JSON.stringify(row).length + 1;
    if (used > room) return count;
  }
  return rows.length;
}

/** Items that are shown of a list where the rows do not fit. */
const MOST_ITEMS = 20;

/** The row itself where it has no long list. */
function withoutLongLists(row: Cells): Cells {
  const isLong = (cell: unknown) => Array.isArray(cell) && cell.length > MOST_ITEMS;
  if (!Object.values(row).some(isLong)) return row;
  const cells = Object.entries(row).map(([name, cell]) => [
    name,
    isLong(cell) ? (cell as readonly unknown[]).slice(0, MOST_ITEMS) : cell,
  ]);
  return Object.fromEntries(cells);
}

/** The rows and the warnings of a call. */
export function fitAnswer(
  answer: Pick<Answer<Cells>, "rows" | "warnings">,
): FittedRows & { readonly warnings?: unknown } {
  const { rows, warnings } = answer;
  return { ...fitRows(rows), ...(warnings.length === 0 ? {} : { warnings }) };
}

/**
 * What changes are answered: of one its table, action and rows, of several a list of that. The first ones have as much room as they need.
 */
export function fitAnswers(
  changes: readonly Change[],
  { answers, warnings }: Pick<ChangeAnswers, "answers" | "warnings">,
): object {
  let room = ANSWER_CHARACTERS * 0.9;
  const fitted = answers.map((answer, at) => {
    const { table, action } = changes[at] as Change;
    const found = [...answer.warnings, ...(answers.length === 1 ? warnings : [])];
    const rows = fitRows(answer.rows, room);
    room -= JSON.stringify(rows).length;
    return { action, table, ...rows, ...(found.length === 0 ? {} : { warnings: found }) };
  });
  if (fitted.length === 1) return fitted[0] as object;
  return { changes: fitted, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** A description whole, or an error: half of it would mislead. */
export function fitWhole<T extends object>(value: T, limit = ANSWER_CHARACTERS): Reply<T> {
  const characters = JSON.stringify(value).length;
  return characters <= limit ? done(value) : refused(diagnose("limit/answer-size", { characters, limit }));
}
