import type { Outcome } from "../../../diagnostics/index.ts";
import type { EmailDefinition, RuleDefinition } from "../../../schema/index.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/row-change.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";
import { attachRows } from "./attach-rows.ts";
import { renderEach } from "./render-each.ts";
import { type EmailAttachment, renderEmail } from "./render-email.ts";
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
