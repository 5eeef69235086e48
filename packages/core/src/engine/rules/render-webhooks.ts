import { DiagnosticList, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { RuleDefinition, WebhookDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import { renderWebhook } from "./render-webhook.ts";

/** The payload of a webhook for each change, as JSON. */
export function* renderWebhooks(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Steps<Outcome<readonly string[]>> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList();
  const payloads: string[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* renderWebhook(call, rule, webhook, change);
    found.addAll(diagnostics);
    payloads.push(JSON.stringify(output));
    if (turn.isOver) yield;
  }
  return { output: hasErrors(found.all) ? undefined : payloads, diagnostics: found.all };
}
