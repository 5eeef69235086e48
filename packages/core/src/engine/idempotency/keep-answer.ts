import type { WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { OnceKey } from "../calls/prepare/once-key.ts";
import { mayFind } from "../calls/request.ts";
import { type Accepted, answeredRowsOf } from "../calls/result.ts";
import { answersTable } from "../engine-tables/answers-table.ts";
import { putRow } from "../engine-tables/engine-table.ts";

/** Keeps the answer of a call for when it comes again. A rejected call has changed nothing and is tried again instead. */
export async function keepAnswer(
  call: Call,
  once: OnceKey,
  transaction: WriteTransaction,
  accepted: Accepted,
): Promise<void> {
  const { rows, warnings, call: id } = accepted;
  const named = answeredRowsOf(accepted);
  // The one of a call a day ago may still be there.
  const answer = JSON.stringify({ rows, warnings, call: id, isFound: mayFind(call), named });
  await putRow(transaction, answersTable, [once.caller, once.key, once.call, call.startedAt, answer]);
}
