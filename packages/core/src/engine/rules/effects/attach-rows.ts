import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import { writeCsv } from "../../../values/index.ts";
import { writePart } from "../../answers/write-cells.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import { onTable } from "../../calls/on-table.ts";
import { storedKey } from "../../keys/stored-key.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";
import type { DraftedAttachment, EmailAttachment } from "./render-email.ts";

/** The rows of an attachment as a CSV file, in the forms of the call's Locale. Rows that are not there are left out. */
export async function attachRows(
  call: Call,
  transaction: CallTransaction,
  { definition, filename, keys }: DraftedAttachment,
  position: number,
): Promise<Outcome<EmailAttachment>> {
  const { table, columns } = definition;
  const limit = call.events.attachmentRows;
  if (keys.length > limit) {
    const details = { limit, count: keys.length };
    return { output: undefined, diagnostics: [diagnose("limit/attachment", details, { row: position })] };
  }
  const stored = keys.flatMap((key) => {
    const parts = storedKey(table, key);
    return parts === undefined ? [] : [parts];
  });
  const rows = (await transaction.getByKeys(table.name, stored)).filter((row) => row !== undefined);
  const own: Call = { ...onTable(call, table), slice: undefined, wire: "spec" };
  const { part } = await batchLoad(own, transaction, () => writePart(own, rows));
  const names = columns.map(({ name }) => name);
  const lines = part.makeObjects().map((row) => names.map((name) => String(row[name] ?? "")));
  const content = writeCsv([names, ...lines]);
  return { output: { filename, contentType: "text/csv; charset=utf-8", content }, diagnostics: [] };
}
