import type { WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { Accepted } from "../calls/result.ts";
import { answersTable } from "./answers-table.ts";

/** Keeps the answer of a call for when it comes again. A rejected call has changed nothing and is tried again instead. */
export async function keepAnswer(
  { once, startedAt }: Call,
  transaction: WriteTransaction,
  { rows, warnings }: Accepted,
): Promise<void> {
  if (once === undefined) return;
  const row = [once.caller, once.key, once.call, startedAt, JSON.stringify({ rows, warnings })];
  const { duplicates } = await transaction.insert(answersTable.name, [row]);
  if (duplicates.length > 0) await transaction.update(answersTable.name, [row]); // of a call a day ago
}
