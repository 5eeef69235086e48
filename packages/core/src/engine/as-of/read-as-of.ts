import type { CheckedExpression } from "../../expression/parts.ts";
import type { RowReader, Store } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { withWarnings } from "../calls/with-warnings.ts";
import type { PastMoment } from "../moments/past-moment.ts";
import { readVisible } from "../visibility/read-visible.ts";
import { rowsAsOf } from "./rows-as-of.ts";

/**
 * Looks for rows that the caller may see, as they are or, where the call says when, as they were; the caller is warned of what is
 * not known of then.
 */
export async function readAsOf(
  call: Call,
  store: Store,
  work: (call: Call, transaction: RowReader) => Promise<Result>,
  selector?: CheckedExpression,
): Promise<Result> {
  const past = async (stored: RowReader, moment: PastMoment): Promise<Result> => {
    const { output: rows, diagnostics } = await rowsAsOf(call, stored, moment, selector);
    return rows === undefined ? rejected(diagnostics) : work(withWarnings(call, diagnostics), rows);
  };
  const { asOf } = call;
  if (asOf === undefined) return readVisible(call, store, (rows) => work(call, rows), { searches: true });
  return store.read((stored) => past(stored, asOf), { searches: true });
}
