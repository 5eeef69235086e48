import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { EmailDefinition, RuleDefinition } from "../../../schema/index.ts";
import { writeCsv } from "../../../values/index.ts";
import { valuesOfRows } from "../../answers/values-of-rows.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import { onTable } from "../../calls/on-table.ts";
import type { RowChange } from "../../calls/row-change.ts";
import { exactText } from "../../cells/sent-exactly.ts";
import { storedKey } from "../../keys/stored-key.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";
import { renderEach } from "./render-each.ts";
import { type DraftedAttachment, type EmailAttachment, renderEmail } from "./render-email.ts";
import { type RenderedEffect, renderedEffect } from "./rendered-effect.ts";

/** The mail for each change, with the rows that its attachments name. */
export async function renderEmails(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  email: EmailDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly RenderedEffect[]>> {
  const drafted = await batchLoad(call, transaction, () =>
    renderEach(call, changes, (change) => renderEmail(call, rule, email, change)),
  );
  if (drafted.output === undefined) return { output: undefined, diagnostics: drafted.diagnostics };
  const effects: RenderedEffect[] = [];
  for (const [at, { message, attachments: drafts }] of drafted.output.entries()) {
    const attachments: EmailAttachment[] = [];
    for (const draft of drafts) {
      const attached = await attachRows(call, transaction, draft, changes[at]?.position ?? 1);
      if (attached.output === undefined) return { output: undefined, diagnostics: attached.diagnostics };
      attachments.push(attached.output);
    }
    effects.push(renderedEffect({ ...message, attachments }));
  }
  return { output: effects, diagnostics: [] };
}

/** The rows of an attachment as a CSV file, in the forms of the call's Locale. Rows that are not there are left out. */
async function attachRows(
  call: Call,
  transaction: CallTransaction,
  { definition, filename, keys }: DraftedAttachment,
  position: number,
): Promise<Outcome<EmailAttachment>> {
  const { table, columns } = definition;
  const limit = call.events.limits.attachmentRows;
  if (keys.length > limit) {
    const details = { limit, count: keys.length };
    return { output: undefined, diagnostics: [diagnose("limit/attachment", details, { row: position })] };
  }
  const stored = keys.flatMap((key) => {
    const parts = storedKey(table, key);
    return parts === undefined ? [] : [parts];
  });
  const rows = (await transaction.getByKeys(table.name, stored)).filter((row) => row !== undefined);
  const own: Call = { ...onTable(call, table), slice: undefined };
  const { values } = await batchLoad(own, transaction, () => valuesOfRows(own, columns, rows, []));
  const { locale } = call.request;
  const lines = rows.map((row, at) =>
    columns.map((column) => {
      if (column.options.digits === "exact" && !column.isVirtual) return exactText(row, column.index) ?? "";
      const value = values.get(column)?.(row, at) ?? null;
      return column.columnType.writeText(value, { locale, options: column.options });
    }),
  );
  const content = writeCsv([columns.map(({ name }) => name), ...lines]);
  return { output: { filename, contentType: "text/csv; charset=utf-8", content }, diagnostics: [] };
}
