import {
  type CheckedExpression,
  conjunctsOf,
  evaluateAsTask,
  printSource,
  type Task,
  tableNamesOf,
} from "../../expression/parts.ts";
import type { Call } from "../calls/call.ts";
import { imageOf, type RowChange } from "../calls/row-change.ts";

/** The first part of a condition that is not TRUE on a change, on one line; the whole of one that has no parts. */
export function* partNotTrue(
  { app, request }: Call,
  condition: CheckedExpression,
  change: RowChange,
): Task<string> {
  const parts = conjunctsOf(condition);
  let first = parts[0] ?? condition;
  for (const part of parts) {
    first = part;
    if ((yield* evaluateAsTask(part, imageOf(change), request, change.before)) !== true) break;
  }
  return printSource(first.source, tableNamesOf(app)).slice(0, LONGEST_REASON);
}

/** Characters of a condition that are kept. */
const LONGEST_REASON = 200;
