import { DiagnosticList, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { EmailDefinition, RuleDefinition } from "../../schema/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import type { CallTransaction } from "../calls/in-transaction.ts";
import { attachRows } from "./attach-rows.ts";
import { type DraftedEmail, type EmailAttachment, renderEmail } from "./render-email.ts";
import { type RenderedEffect, renderedEffect } from "./rendered-effect.ts";

/** The mail for each change, with the rows that its attachments name. */
export async function renderEmails(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  email: EmailDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly RenderedEffect[]>> {
  const drafted = await batchLoad(call, transaction, () => draftEmails(call, rule, email, changes));
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

function* draftEmails(
  call: Call,
  rule: RuleDefinition,
  email: EmailDefinition,
  changes: readonly RowChange[],
): Steps<Outcome<readonly DraftedEmail[]>> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList();
  const drafts: DraftedEmail[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* renderEmail(call, rule, email, change);
    found.addAll(diagnostics);
    if (output !== undefined) drafts.push(output);
    if (turn.isOver) yield;
  }
  return { output: hasErrors(found.all) ? undefined : drafts, diagnostics: found.all };
}
